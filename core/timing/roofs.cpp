// SPDX-License-Identifier: Apache-2.0
#include "timing/roofs.h"

#include <algorithm>

namespace tscope::timing {

RoofSpan spanOfByteRate(double byteRate, const Limits& limits)
{
    RoofSpan out;
    const auto highest = std::max(limits.flopsF32, limits.flopsF64);
    if (byteRate > 0 && highest > 0)
        out.to = highest / byteRate;
    return out;
}

RoofSpan spanOfFlopRate(double flopRate, const Limits& limits)
{
    RoofSpan out;
    if (const auto steepest = std::max({limits.copyRate, limits.readRate, limits.cachedRate}); steepest > 0)
        out.from = flopRate / steepest;
    return out;
}

} // namespace tscope::timing
