// SPDX-License-Identifier: Apache-2.0
#include "timing/processor_facts.h"

#include "base/processor.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "base/utc_time.h"
#include "timing/limits_memory.h"
#include "timing/roofs.h"
#include "timing/timed_device.h"

#include <algorithm>
#include <functional>

namespace tscope::timing {

ProcessorFacts processorFacts()
{
    ProcessorFacts facts{processorName(), threadCount(), cpuCaches(), limitsKeptIn(usualLimitsFile())};
    std::ranges::stable_sort(facts.limits, std::greater(), [&](const Limits& limits) {
        return isProcessor(limits.device) ? threadsOf(limits.device, facts.threads) : 0;
    });
    return facts;
}

std::string cachesText(const ProcessorFacts& facts)
{
    std::string out;
    if (facts.caches)
        for (const auto& cache : *facts.caches)
            out += (out.empty() ? "" : "; ") + tscope::text(cache);
    return out;
}

std::string ratesText(const Limits& limits)
{
    std::string out;
    for (const auto& roof : ratesOf(limits)) {
        out += (out.empty() ? "" : "; ") + nameOf(roof) + ' ' + rateTextOf(roof);
        if (const auto spread = spreadTextOf(roof); !spread.empty())
            out += " (" + spread + ')';
    }
    return limits.measuredAt.empty() ? out : say("{0}; measured {1}", out, readableTime(limits.measuredAt));
}

std::string noLimitsText()
{
    return say("No limits have been measured yet. Measuring times measures them too.");
}

} // namespace tscope::timing
