// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/bars.h"
#include "charts/block_map.h"
#include "charts/break_even.h"
#include "charts/densities.h"
#include "charts/multiples.h"
#include "charts/roofline.h"
#include "charts/sample_series.h"
#include "charts/scaling.h"
#include "models/pairs_model.h"
#include "models/timing_model.h"
#include "timings/headline_bar.h"
#include "timings/timed_rows.h"

#include <QString>

#include <optional>
#include <vector>

namespace tscope {

// One operation on one tensor of a session.
struct TimedWork {
    std::string tensor, op;
    bool operator==(const TimedWork&) const = default;
};
std::vector<TimedWork> timedWorksOf(const timing::Session& session); // as they come

// A form that others can be held against.
struct BaselineForm {
    timing::Variant form;
    QString title;
    bool operator==(const BaselineForm&) const = default;
};

// All that is shown of a session in one choice of work, time and baseline.
struct TimingPages {
    std::vector<BaselineForm> baselines;     // to choose from
    std::optional<timing::Variant> baseline; // one of them; nothing: as the tensor was given
    TimingLines lines;
    charts::Bars bars;
    charts::Roofline roofline;
    charts::BreakEven breakEven;
    charts::Densities densities;
    charts::Scaling scaling, columns; // by threads, by columns of the dense operand
    charts::Multiples multiples;
    charts::BlockMap blocks;
    charts::SampleSeries samples;
    TimedRows rows;
    TimedAnswer answer;
    PairLines pairs; // verdicts on that work; never null
    QString notes;   // how far the times are to be trusted
};
// Takes medians of all samples: work for a job. `row`: whose samples are shown; none: those of the fastest.
// `baseline`: the form that others are held against, where this work has it; else as the tensor was given.
TimingPages timingPagesOf(const timing::Session& session, const TimedWork& work, charts::Time time,
                          std::optional<std::size_t> row, const std::optional<timing::Variant>& baseline = {});

} // namespace tscope
