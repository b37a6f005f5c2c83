// SPDX-License-Identifier: Apache-2.0
#include "timing/measure.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

using Clock = std::chrono::steady_clock;

// Sorting all samples at each of them would cost more than some work does.
constexpr std::size_t samplesPerLook = 8;

Result<double> oneSample(const Work& work, std::int64_t times)
{
    if (work.prepare)
        if (auto ready = work.prepare(); !ready)
            return ready.error();
    double sum = 0;
    for (std::int64_t i = 0; i < times; ++i) {
        const auto took = work.once();
        if (!took)
            return took.error();
        sum += *took;
    }
    return sum / static_cast<double>(times);
}

} // namespace

Result<Samples> measure(const Work& work, const MeasureOptions& options)
{
    Samples out;
    const auto end = Clock::now() + options.budget;
    double last = 0;
    for (std::size_t i = 0; i < std::max<std::size_t>(options.warmUp, 1) && !options.watch.isStopped(); ++i) {
        const auto took = oneSample(work, 1);
        if (!took)
            return took.error();
        last = *took;
        if (Clock::now() >= end)
            break;
    }
    // With something to prepare before each time, one time is one sample.
    const auto shortest = static_cast<double>(options.shortestSample.count());
    if (!work.prepare && last < shortest)
        out.timesPerSample = static_cast<std::int64_t>(std::ceil(shortest / std::max(last, 1.0)));
    while (out.nanoseconds.size() < options.most) {
        if (options.watch.isStopped()) {
            out.isCancelled = true;
            break;
        }
        const auto took = oneSample(work, out.timesPerSample);
        if (!took)
            return took.error();
        out.nanoseconds.push_back(*took);
        const auto count = out.nanoseconds.size();
        const bool isOver = Clock::now() >= end;
        if (count < options.least && !isOver)
            continue;
        if (count % samplesPerLook == 0 || isOver || count == options.least)
            out.isNarrow = count >= options.least && out.median().halfWidth() <= options.halfWidth;
        if (out.isNarrow || isOver)
            break;
    }
    return out;
}

} // namespace tscope::timing
