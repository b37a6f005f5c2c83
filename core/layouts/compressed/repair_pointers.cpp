// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/compressed/repair_plans.h"

#include "layouts/compressed/slices.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/mends.h"

#include <algorithm>

namespace tscope::compressed {

Result<EditList> planShiftPointers(const Reading& reading, const Report&)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        auto* p = slices->pointersOf(b);
        const auto shift = p[0];
        for (std::int64_t i = 0; i < slices->pointerCount; ++i) {
            const auto moved = checkedSub(p[i], shift);
            if (!moved)
                return notPossible();
            p[i] = *moved;
        }
        if (p[slices->pointerCount - 1] != slices->stored)
            return invalidArgument(say("the pointers do not span the entries"));
    }
    return withPointers(reading.tensor(), *slices);
}

namespace {

Result<EditList> planSetEnds(const Reading& reading, bool isFirst)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (std::int64_t b = 0; b < slices->batches; ++b)
        slices->pointersOf(b)[isFirst ? 0 : slices->pointerCount - 1] = isFirst ? 0 : slices->stored;
    return withPointers(reading.tensor(), *slices);
}

} // namespace

Result<EditList> planZeroFirst(const Reading& reading, const Report&)
{
    return planSetEnds(reading, true);
}

Result<EditList> planSetLast(const Reading& reading, const Report&)
{
    return planSetEnds(reading, false);
}

bool hasNoStep(const Reading&, const Report& report)
{
    return !report.find("5.3");
}

// The one wrong pointer, when the order of the entries tells where the boundary of its slices lies.
Result<EditList> planRestorePointer(const Reading& reading, const Report& report)
{
    const auto at = std::ranges::find_if(report.causes, [](const Cause& cause) {
        return cause.member == "compressed" && cause.index && !cause.rules.empty() && cause.rules[0] == "5.3";
    });
    auto slices = slicesOf(reading);
    if (!slices || at == report.causes.end())
        return notPossible();
    const auto batch = *at->index / slices->pointerCount, i = *at->index % slices->pointerCount;
    if (i < 1 || i + 1 >= slices->pointerCount)
        return notPossible();
    auto* p = slices->pointersOf(batch);
    const auto low = p[i - 1], high = p[i + 1];
    if (low < 0 || low > high || high > slices->entries)
        return notPossible();
    const auto* plain = slices->plainOf(batch);
    std::optional<std::int64_t> boundary;
    for (auto k = low + 1; k < high; ++k) {
        if (plain[k - 1] < plain[k])
            continue;
        if (boundary)
            return invalidArgument(say("more than one boundary could be meant"));
        boundary = k;
    }
    if (!boundary)
        return invalidArgument(say("nothing tells where the boundary lies"));
    p[i] = *boundary;
    return withPointers(reading.tensor(), *slices);
}

bool isOnePointer(const Reading&, const Report& report)
{
    return std::ranges::count_if(
               report.causes, [](const Cause& cause) { return cause.member == "compressed" && cause.index; }) == 1;
}

Result<EditList> planOrderPointers(const Reading& reading, const Report&)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        auto* p = slices->pointersOf(b);
        p[0] = 0;
        for (std::int64_t i = 1; i < slices->pointerCount; ++i)
            p[i] = std::clamp(p[i], p[i - 1], std::max(p[i - 1], slices->stored));
        p[slices->pointerCount - 1] = slices->stored;
        if (slices->pointerCount == 1 && slices->stored != 0)
            return invalidArgument(say("there is no slice that could hold the entries"));
    }
    return withPointers(reading.tensor(), *slices);
}

bool hasFallingPointers(const Reading&, const Report& report)
{
    const auto* steps = report.find("5.3");
    return !steps ||
           std::ranges::any_of(steps->witnesses, [](const Witness& w) { return word(w, "kind") == "decreasing"; });
}

Result<EditList> planTruncateTail(const Reading& reading, const Report&)
{
    const auto slices = slicesOf(reading);
    if (!slices || slices->entries != slices->stored || slices->batches < 1)
        return notPossible();
    const auto last = slices->pointersOf(0)[slices->pointerCount - 1];
    for (std::int64_t b = 0; b < slices->batches; ++b)
        if (slices->pointersOf(b)[slices->pointerCount - 1] != last || last < 0 || last > slices->entries)
            return invalidArgument(say("the last pointers do not agree on how many entries there are"));
    Picks picks{last, {}};
    for (std::int64_t b = 0; b < slices->batches; ++b)
        for (std::int64_t k = 0; k < last; ++k)
            picks.first.push_back(k);
    return withEntries(reading.tensor(), *slices, picks);
}

} // namespace tscope::compressed
