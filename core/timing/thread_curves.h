// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>
#include <vector>

namespace tscope::timing {

// The times of one form on the processor, by how many of its threads were used.
struct ThreadCurve {
    struct Point {
        std::size_t row = 0; // of the session
        int threads = 1;
        Median time;
    };
    Variant variant;
    std::vector<Point> points;   // two at the least, the fewest threads first
    Ratio speedUp;               // of the most threads over the fewest, as noisy as its rows are
    Word word = Word::undecided; // on that
    std::string name;            // among the forms of the session
};

struct ThreadCurves {
    std::string tensor, op;
    std::vector<ThreadCurve> curves;
};

// `figure`: of which of the times. Without curves where one number of threads only was measured.
ThreadCurves threadCurvesOf(const Session& session, const std::string& tensor, const std::string& op,
                            Figure Row::*figure = &Row::warm);
// "csr is 1.8x (1.7-1.9) faster with 2 threads than with 1: 90 % of what 2 could bring"
std::vector<std::string> sentencesOf(const ThreadCurves& curves);

} // namespace tscope::timing
