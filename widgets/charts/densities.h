// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/form_look.h"
#include "charts/table.h"
#include "charts/times.h"
#include "timing/density_curves.h"

namespace tscope::charts {

// The times of forms, by how many of the elements are entries: the same pattern thinned and grown.
struct Densities {
    struct Line {
        QString title;
        std::string device;
        FormLook look = {};
    };
    struct Point {
        std::size_t line = 0, row = 0; // row of the session
        double density = 0;
        timing::Median time;
    };
    // Where another line becomes the lowest of its device.
    struct Turn {
        std::size_t before = 0, after = 0; // lines
        double density = 0, time = 0;
        bool isSure = false;
    };
    std::vector<Line> lines;
    std::vector<Point> points; // line by line, the sparsest first
    std::vector<Turn> turns;
    QStringList sentences;
    std::string pattern; // the tensor as it was given
    double here = 0;     // its density
    Time time = Time::warm;
};

// Of the pattern that the tensor has, on all of the devices.
Densities densitiesOf(const timing::Session& session, const Cells& cells, Time time);
Table tableOf(const Densities& densities);

} // namespace tscope::charts
