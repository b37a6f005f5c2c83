// SPDX-License-Identifier: Apache-2.0
#include "timing/cheapest_by_uses.h"

#include "timing/break_even.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace tscope::timing {

namespace {

// After how many uses a becomes cheaper than b; nothing: it always was, or never does.
std::optional<double> usesUntilCheaper(const UseCost& a, const UseCost& b)
{
    const auto more = a.conversion - b.conversion;
    return more > 0 ? usesToSave(more, b.each - a.each) : std::nullopt;
}

} // namespace

std::vector<Cheaper> cheapestByUses(std::span<const UseCost> costs)
{
    std::vector<Cheaper> out;
    if (costs.empty())
        return out;
    const auto first = std::ranges::min_element(costs, {}, [](const UseCost& cost) { return cost.after(1); });
    auto current = static_cast<std::size_t>(first - costs.begin());
    for (double uses = 1;;) {
        std::optional<std::size_t> next;
        double nextUses = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < costs.size(); ++i) {
            const auto at = usesUntilCheaper(costs[i], costs[current]);
            const bool isSooner =
                at && *at > uses &&
                (*at < nextUses || (*at == nextUses && next && costs[i].each < costs[*next].each));
            if (isSooner) {
                next = i;
                nextUses = *at;
            }
        }
        if (!next)
            return out;
        out.push_back({*next, current, nextUses});
        current = *next;
        uses = nextUses;
    }
}

} // namespace tscope::timing
