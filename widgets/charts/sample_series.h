// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/table.h"
#include "charts/times.h"

#include <vector>

namespace tscope::charts {

struct Sample {
    std::size_t number = 0; // in the order in which they were taken
    double nanoseconds = 0;
};

struct SampleRound {
    std::size_t first = 0, count = 0; // samples
    timing::Median median;
    std::vector<Sample> samples; // of many the least and the greatest of each stretch
};

// The samples of one row as they were taken.
struct SampleSeries {
    std::size_t row = 0; // of the session
    QString title;       // "spmm k=64, csr on cpu: kernel, warm"
    QString reason;      // why there is none
    std::vector<SampleRound> rounds;
    timing::Median median;
    std::vector<double> all; // every sample
    std::int64_t timesPerSample = 1;
};

SampleSeries sampleSeriesOf(const timing::Session& session, std::size_t row, Time time);
Table tableOf(const SampleSeries& series);

} // namespace tscope::charts
