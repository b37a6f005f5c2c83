// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "base/checked_math.h"

#include <algorithm>
#include <cstdint>

namespace tscope {

// What a pointer's slice or a component claims: [begin, end) of the `there` units that there are, each of so many
// slots, from a first slot on.
struct SpanClaim {
    Wide begin, end;
};
struct SpanUnits {
    std::int64_t there = 0;
    std::int64_t slotsEach = 1; // precondition: there * slotsEach + firstSlot fits
    std::int64_t firstSlot = 0;

    // Where the claim's `at` lies, brought inside what is there.
    std::int64_t slot(Wide at) const
    {
        return firstSlot + std::clamp<std::int64_t>(at.clamped(), 0, there) * slotsEach;
    }
};

inline Span spanOf(std::int64_t number, Slots from, std::string_view over, const SpanClaim& claim,
                   const SpanUnits& units)
{
    const auto low = std::min(claim.begin, claim.end), high = std::max(claim.begin, claim.end);
    return {.number = number,
            .from = from,
            .over = {over, units.slot(claim.begin), units.slot(claim.end)},
            .claimedBegin = claim.begin.clamped(),
            .claimedEnd = claim.end.clamped(),
            .reachesBefore = low<Wide(0), .reachesBehind = high> Wide(units.there)};
}

// Calls visit(span) for those of `count` spans that lie over [begin, end) or at its ends, in their order, until it
// returns false. `endOf` tells where one ends, brought inside. Few may come in any order. Many are taken to rise,
// so only those near the window are looked at: what lies out of order may be missed, and of those that fall or
// reach outside not all are told.
template <class SpanOf, class EndOf>
void forSpansOver(std::int64_t count, std::int64_t begin, std::int64_t end, SpanOf&& spanOf, EndOf&& endOf,
                  const SpanVisitor& visit)
{
    constexpr std::int64_t few = 4096;
    std::int64_t first = 0;
    if (count > few)
        for (auto high = count; first < high;) {
            const auto middle = first + (high - first) / 2;
            if (endOf(middle) < begin)
                first = middle + 1;
            else
                high = middle;
        }
    std::int64_t missed = 0;
    for (auto i = first; i < count; ++i) {
        const Span span = spanOf(i);
        const auto [low, high] = std::minmax(span.over.begin, span.over.end);
        const bool isOver = high >= begin && low <= end, isSound = span.isSound();
        if (isOver && !visit(span))
            return;
        if (isOver && isSound)
            missed = 0;
        else if (count > few && (++missed > few || (isSound && low > end)))
            return;
    }
}

} // namespace tscope
