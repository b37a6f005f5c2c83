// SPDX-License-Identifier: Apache-2.0
#include "timing/cheapest_by_uses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

namespace tscope::timing {
namespace {

std::string textOf(const std::vector<Cheaper>& changes)
{
    std::string out;
    for (const auto& each : changes)
        out += std::to_string(each.before) + ">" + std::to_string(each.form) + "@" +
               std::to_string(static_cast<long long>(each.uses)) + " ";
    return out;
}

std::string changesOf(const std::vector<UseCost>& costs)
{
    return textOf(cheapestByUses(costs));
}

TEST(CheapestByUses, OfFormsThatCostTheSameTakesTheOneWithTheCheaperUse)
{
    EXPECT_EQ(changesOf({}), "");
    EXPECT_EQ(changesOf({{0, 200}}), "");
    EXPECT_EQ(changesOf({{0, 200}, {50, 150}, {8900, 100}}), "1>2@177 ") << "the first two at one use";
    EXPECT_EQ(changesOf({{0, 200}, {1000, 100}, {1500, 50}}), "0>2@10 ") << "all three at ten uses";
    EXPECT_EQ(changesOf({{0, 200}, {0, 100}, {10, 100}}), "");
}

// Both pass the first form between 9 and 10 uses, and the second passes the other one after 11.
TEST(CheapestByUses, FormsThatCrossWithinOneUseFollowEachOther)
{
    EXPECT_EQ(changesOf({{0, 200}, {950, 100}, {1045, 91}}), "0>1@10 1>2@11 ");
}

TEST(CheapestByUses, IsTheLeastOfAllForEachNumberOfUses)
{
    const auto seed = std::random_device{}();
    std::printf("seed %u\n", seed);
    std::mt19937_64 random(seed);
    const auto below = [&random](int end) { return std::uniform_int_distribution(0, end - 1)(random); };
    for (int round = 0; round < 300; ++round) {
        // Whole numbers are exact, and few different ones make many ties.
        const int step = round % 2 == 0 ? 1 : 50;
        std::vector<UseCost> costs{{0, 1.0 * step * (1 + below(1000 / step))}};
        for (int more = below(8); more > 0; --more)
            costs.push_back(
                {1.0 * step * below((1 << (3 + below(17))) / step + 1), 1.0 * step * (1 + below(1000 / step))});
        const auto changes = cheapestByUses(costs);
        std::size_t at = 0;
        for (int uses = 1; uses <= 10'000; ++uses) {
            while (at < changes.size() && changes[at].uses <= uses)
                ++at;
            std::size_t wanted = 0;
            for (std::size_t i = 1; i < costs.size(); ++i) {
                const auto cost = costs[i].conversion + uses * costs[i].each,
                           least = costs[wanted].conversion + uses * costs[wanted].each;
                if (cost < least || (cost == least && costs[i].each < costs[wanted].each))
                    wanted = i;
            }
            if (changes.empty())
                continue; // one form for all numbers of uses, see below
            const auto found = at == 0 ? changes.front().before : changes[at - 1].form;
            ASSERT_EQ(costs[found].after(uses), costs[wanted].after(uses))
                << "round " << round << ", " << uses << " uses: " << textOf(changes);
            ASSERT_EQ(costs[found].each, costs[wanted].each)
                << "round " << round << ", " << uses << " uses: " << textOf(changes);
        }
        if (!changes.empty())
            continue;
        const auto cheapest = *std::ranges::min_element(
            costs, {}, [](const UseCost& cost) { return std::pair(cost.conversion + cost.each, cost.each); });
        const auto least = std::ranges::min(costs, {}, &UseCost::each);
        EXPECT_EQ(cheapest.each, least.each) << "round " << round;
    }
}

} // namespace
} // namespace tscope::timing
