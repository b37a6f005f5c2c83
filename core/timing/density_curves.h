// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope::timing {

// The times of one form on patterns that are alike but for how many entries they have.
struct DensityCurve {
    struct Point {
        std::size_t row = 0; // of the session
        double density = 0;  // share of the elements that are entries
        Median time;
    };
    Variant variant;
    std::vector<Point> points; // the sparsest first
    std::string name;          // among the forms of the session
};

// Where another form becomes the fastest.
struct DensityFlip {
    std::size_t before = 0, after = 0; // curves
    double density = 0;                // where the lines between the points cross
    double low = 0, high = 0;          // the densities that were measured to both sides
    // At both of them the one is faster than the other by more than the noise.
    bool isSure = false;
};

struct DensityCurves {
    std::string pattern, op, device; // of which tensor the pattern is
    double here = 0;                 // the density of that tensor itself
    std::vector<DensityCurve> curves;
    std::size_t sparsest = 0;       // the curve that has the least time where the pattern is the sparsest
    std::vector<DensityFlip> flips; // the sparsest first

    std::vector<double> densities() const; // that were measured, each once, the sparsest first
};

// Of the pattern that this tensor has (itself, or another one's with fewer or more entries). `figure`: of which of
// the times. Without curves where the pattern was measured in one density only.
DensityCurves densityCurvesOf(const Session& session, const std::string& tensor, const std::string& op,
                              const std::string& device, Figure Row::*figure = &Row::warm);
const DensityCurve::Point* pointAt(const DensityCurve& curve, double density); // null: not measured there
// "csr is faster up to about 3.1 % of the elements, strided from there on (measured at 1.2 % and 5 %)"
std::vector<std::string> sentencesOf(const DensityCurves& curves);

} // namespace tscope::timing
