// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "timing/median.h"

#include <chrono>
#include <functional>
#include <vector>

namespace tscope::timing {

// One kind of work that can be done again and again, with what has to come before each time and is not timed.
struct Work {
    std::function<Result<double>()> once;  // does it; the nanoseconds that it took
    std::function<Result<void>()> prepare; // may be empty
};

struct MeasureOptions {
    std::chrono::nanoseconds budget = std::chrono::seconds(1); // for all samples, what prepares them among it
    double halfWidth = 0.01; // of the interval, as a share of the median: narrow enough to stop
    std::size_t least = 7, most = 2000, warmUp = 2;
    // What takes less is done several times for one sample, so that the clock's grain does not count.
    std::chrono::nanoseconds shortestSample = std::chrono::microseconds(20);
    Watch watch = {};
};

struct Samples {
    std::vector<double> nanoseconds; // of one time each, in the order in which they were taken
    std::int64_t timesPerSample = 1;
    bool isNarrow = false;    // else the budget ended first
    bool isCancelled = false; // what was taken before stays

    Median median() const { return medianOf(nanoseconds); } // precondition: there is a sample
};

// Samples until the interval of the median is narrow enough or the budget ends. Fails where the work does.
Result<Samples> measure(const Work& work, const MeasureOptions& options);

} // namespace tscope::timing
