// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/wrong_offset.h"

#include "layouts/shared/causes.h"

#include <algorithm>

namespace tscope {

namespace {

// The lengths that a component may have by the cached extremes.
struct LengthLimits {
    Wide least = 0, most = int64Max;

    bool hold(const Wide& length) const { return least <= length && length <= most; }
};

// With lengths of their own components may leave gaps: then the extremes say nothing of the offsets.
std::optional<LengthLimits> cachedLimitsOf(const JaggedReading& reading)
{
    const auto& claims = reading.tensor().claims;
    const auto least = claims.integer("min_seqlen"), most = claims.integer("max_seqlen");
    if ((!least && !most) || reading.hasLengths() || reading.whyRunsUnknown())
        return std::nullopt;
    LengthLimits limits;
    limits.least = std::max<std::int64_t>(least.value_or(0), 0);
    limits.most = most.value_or(int64Max);
    return limits;
}

// The one of the two offsets of a fall at `i` without which its neighbours are in order.
std::int64_t wrongOffset(const JaggedReading& r, std::int64_t i)
{
    const auto last = r.components().value_or(0);
    const auto extent = r.raggedExtent();
    const auto isOutside = [&](std::int64_t c) { return r.offset(c) < 0 || (extent && r.offset(c) > *extent); };
    const auto canBeWrong = [&](std::int64_t c) {
        if (c == 0)
            return r.hasLengths() || r.offset(0) != 0;
        if (c == last)
            return r.hasLengths() || r.offset(last) != extent;
        return r.offset(c - 1) <= r.offset(c + 1);
    };
    const bool before = canBeWrong(i - 1), after = canBeWrong(i);
    if (before != after)
        return before ? i - 1 : i;
    // The cached lengths may leave no room for one of them.
    if (const bool fitsBefore = allowedByLengths(r, i - 1).has_value(),
        fitsAfter = allowedByLengths(r, i).has_value();
        fitsBefore != fitsAfter)
        return fitsBefore ? i - 1 : i;
    return isOutside(i - 1) && !isOutside(i) ? i - 1 : i;
}

} // namespace

std::optional<OffsetRange> allowedByLengths(const JaggedReading& reading, std::int64_t i)
{
    const auto limits = cachedLimitsOf(reading);
    const auto count = reading.components().value_or(0);
    if (!limits || i < 1 || i >= count || reading.offset(0) != 0 ||
        reading.offset(count) != reading.raggedExtent())
        return std::nullopt;
    for (std::int64_t c = 0; c < count; ++c)
        if (c != i - 1 && c != i && !limits->hold(reading.length(c)))
            return std::nullopt;
    const Wide before = reading.offset(i - 1), after = reading.offset(i + 1);
    const auto less = [](const Wide& from, const Wide& by) { return from + by * Wide(-1); };
    const auto low = std::max(before + limits->least, less(after, limits->most));
    const auto high = std::min(less(after, limits->least), before + limits->most);
    if (high < low || (low == before && high == after))
        return std::nullopt;
    return OffsetRange{low.clamped(), high.clamped()};
}

std::optional<std::int64_t> firstWrongOffset(const JaggedReading& reading, const Finding& falls)
{
    const auto i = falls.witnesses.empty() ? std::nullopt : number(falls.witnesses.front(), "i");
    return i ? std::optional(wrongOffset(reading, *i)) : std::nullopt;
}

} // namespace tscope
