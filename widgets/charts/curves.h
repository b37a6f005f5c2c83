// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "charts/form_look.h"
#include "charts/times.h"

#include <vector>

namespace tscope::charts {

// What charts have in common that draw the times of each form as a line through points.

struct CurvePoint {
    int item = 0;
    double x = 0;
    timing::Median time;
};

Stroke curveStroke(const FormLook& form, bool isChosen);
Mark curveMark(const FormLook& form);
// From the least to the greatest of the times that are drawn.
Axis curveTimes(double least, double greatest, Time time, const Look& look);
// How many pixels a line is moved aside, so that intervals of several lines at one place do not cover each other.
double asideOf(std::size_t line, std::size_t lines);
// The points with their intervals, and last the line through them.
void addCurve(const std::vector<CurvePoint>& points, const FormLook& form, const Look& look, double aside,
              Drawing& drawing, Field& field);

} // namespace tscope::charts
