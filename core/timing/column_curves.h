// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope::timing {

// The times of one form on one device, by the number k of columns of the dense operand.
struct ColumnCurve {
    struct Point {
        std::size_t row = 0; // of the session
        std::int64_t columns = 1;
        Median time;
    };
    Variant variant;
    std::string device;
    std::vector<Point> points; // two at the least, the fewest columns first
    std::string name;          // among the forms of the session
};

struct ColumnCurves {
    std::string tensor, kind; // "spmm"
    std::vector<ColumnCurve> curves;
    std::vector<std::string> sentences; // for which k which form is the fastest, on each device
};

// Of the operation "spmm k=64" that of all k. `figure`: of which of the times. Without curves where one k only was
// measured, or where the operation has none.
ColumnCurves columnCurvesOf(const Session& session, const std::string& tensor, const std::string& op,
                            Figure Row::*figure = &Row::warm);

} // namespace tscope::timing
