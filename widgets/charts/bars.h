// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/footprint_bars.h"
#include "charts/form_look.h"
#include "charts/table.h"
#include "charts/times.h"

#include <optional>

namespace tscope::charts {

struct BarsChoice {
    Cells cells;
    Time time = Time::warm;
    std::optional<std::size_t> baseline; // a row of the session
};

// A sample where it stands in time, from 0 to 1.
struct TimedSample {
    double when = 0, nanoseconds = 0;
};

// One form on one device.
struct Bar {
    std::size_t row = 0; // of the session
    QString title;
    std::string device;
    std::optional<timing::Median> time; // else `reason` says why there is none
    QString reason;
    std::vector<TimedSample> samples; // few of many, the extreme ones among them
    std::size_t sampleCount = 0;
    std::vector<double> farOut;         // samples beyond the reach of all bars, the farthest last
    std::optional<timing::Ratio> ratio; // of its time by that of the baseline
    bool isBaseline = false;
    FormLook look = {};
    std::optional<FootprintBar> footprint;
};

// All forms of a tensor in one operation: the fastest first, then those without a time.
struct Bars {
    QString time; // which one
    std::vector<Bar> bars;
    double greatestBytes = 0;
    double reach = 0; // a bit farther than all intervals and the samples that are not far out
    bool hasBaseline = false;

    std::size_t beyond(double time_) const; // samples, of a time from the reach on
};

// Takes the medians of all samples: work for a job where there are many.
Bars barsOf(const timing::Session& session, const BarsChoice& choice);
Table tableOf(const Bars& bars);

// So many of the samples at most, in their order: of each stretch of time the least and the greatest.
std::vector<TimedSample> fewOf(const std::vector<double>& samples, std::size_t most);

} // namespace tscope::charts
