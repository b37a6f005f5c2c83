// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/spread.h"

#include <algorithm>
#include <cmath>

namespace tscope::probe {

namespace {

double medianOf(std::vector<double>& samples)
{
    std::ranges::sort(samples);
    const auto half = samples.size() / 2;
    return samples.size() % 2 != 0 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
}

} // namespace

Spread spreadOf(std::vector<double> samples)
{
    Spread out;
    out.count = static_cast<int>(samples.size());
    out.median = medianOf(samples);
    out.least = samples.front();
    for (auto& sample : samples)
        sample = std::abs(sample - out.median);
    out.deviation = medianOf(samples);
    return out;
}

} // namespace tscope::probe
