// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/ordered_bounds.h"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace tscope {

namespace {

using Bounds = std::vector<std::int64_t>;

std::ptrdiff_t changesIn(std::span<const std::int64_t> before, const Bounds& after)
{
    std::ptrdiff_t changes = 0;
    for (std::size_t i = 0; i < after.size(); ++i)
        changes += before[i] != after[i] ? 1 : 0;
    return changes;
}

Bounds withEnds(std::span<const std::int64_t> bounds, std::int64_t last)
{
    Bounds out(bounds.begin(), bounds.end());
    out.front() = 0;
    out.back() = last;
    return out;
}

Bounds raised(std::span<const std::int64_t> bounds, std::int64_t last)
{
    auto out = withEnds(bounds, last);
    for (std::size_t i = 1; i + 1 < out.size(); ++i)
        out[i] = std::clamp(out[i], out[i - 1], std::max(out[i - 1], last));
    return out;
}

// Which bounds between the ends can stay as they are: the longest series that never falls. For each length the
// series with the smallest end is known, so that a bound finds by bisection which it makes longer.
std::vector<bool> keptBounds(std::span<const std::int64_t> bounds, std::int64_t last)
{
    constexpr auto none = ~std::size_t{0};
    std::vector<std::size_t> ends; // of the series of each length
    std::vector<std::size_t> before(bounds.size(), none);
    for (std::size_t i = 1; i + 1 < bounds.size(); ++i) {
        if (bounds[i] < 0 || bounds[i] > last)
            continue;
        const auto at =
            std::ranges::upper_bound(ends, bounds[i], {}, [&](std::size_t end) { return bounds[end]; });
        if (at != ends.begin())
            before[i] = *std::prev(at);
        if (at == ends.end())
            ends.push_back(i);
        else
            *at = i;
    }
    std::vector<bool> isKept(bounds.size(), false);
    for (auto i = ends.empty() ? none : ends.back(); i != none; i = before[i])
        isKept[i] = true;
    return isKept;
}

Bounds leastChanged(std::span<const std::int64_t> bounds, std::int64_t last)
{
    const auto isKept = keptBounds(bounds, last);
    auto out = withEnds(bounds, last);
    Bounds most(bounds.size(), last); // the next one that is kept
    for (auto i = bounds.size() - 1; i-- > 1;)
        most[i] = isKept[i] ? bounds[i] : most[i + 1];
    for (std::size_t i = 1; i + 1 < out.size(); ++i)
        if (!isKept[i])
            out[i] = std::clamp(out[i], out[i - 1], most[i]);
    return out;
}

} // namespace

std::vector<std::int64_t> orderedBounds(std::span<const std::int64_t> bounds, std::int64_t last)
{
    last = std::max<std::int64_t>(last, 0);
    if (bounds.size() < 2)
        return Bounds(bounds.size(), 0);
    auto simple = raised(bounds, last);
    if (std::ranges::is_sorted(bounds)) // only the ends, and what is beyond them
        return simple;
    auto least = leastChanged(bounds, last);
    return changesIn(bounds, least) < changesIn(bounds, simple) ? least : simple;
}

} // namespace tscope
