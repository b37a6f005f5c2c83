// SPDX-License-Identifier: Apache-2.0
#include "timing/cheapest_by_uses.h"

#include "timing/break_even.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace tscope::timing {

namespace {

// The form that costs the least after so many uses, among those whose use costs less than `each`. Forms that cost
// the same there differ by rounding only: the one with the cheaper use is taken, as it stays ahead.
std::optional<std::size_t> cheapestAfter(std::span<const UseCost> costs, double uses, double each)
{
    constexpr double grain = 2e-9; // more than usesToSave rounds away
    auto least = std::numeric_limits<double>::infinity();
    for (const auto& cost : costs)
        if (cost.each < each)
            least = std::min(least, cost.after(uses));
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (!(costs[i].each < each) || costs[i].after(uses) > least * (1 + grain))
            continue;
        if (!best || costs[i].each < costs[*best].each ||
            (costs[i].each == costs[*best].each && costs[i].conversion < costs[*best].conversion))
            best = i;
    }
    return best;
}

} // namespace

std::vector<Cheaper> cheapestByUses(std::span<const UseCost> costs)
{
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    std::vector<Cheaper> out;
    auto current = cheapestAfter(costs, 1, infinity);
    for (double uses = 1; current;) {
        const auto& now = costs[*current];
        auto nextUses = infinity;
        for (const auto& cost : costs)
            if (const auto at = usesToSave(cost.conversion - now.conversion, now.each - cost.each))
                nextUses = std::min(nextUses, std::max(*at, uses + 1));
        const auto next =
            nextUses < infinity ? cheapestAfter(costs, nextUses, now.each) : std::optional<std::size_t>();
        if (next)
            out.push_back({*next, *current, nextUses});
        current = next;
        uses = nextUses;
    }
    return out;
}

} // namespace tscope::timing
