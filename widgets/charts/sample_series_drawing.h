// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "charts/sample_series.h"

namespace tscope::charts {

// A dot for each sample in the order of time, each round with a shape and a median of its own.
Drawing drawSampleSeries(const SampleSeries& series, const Look& look);
// The samples that are drawn, which are those that can be chosen.
std::vector<Sample> drawnSamples(const SampleSeries& series);
QString textOf(const SampleSeries& series, const Sample& sample);

} // namespace tscope::charts
