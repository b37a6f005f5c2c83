// SPDX-License-Identifier: Apache-2.0
// Bounds in order with as few changes as any others have, of which all are tried.
#include "layouts/shared/ordered_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace tscope {
namespace {

using Numbers = std::vector<std::int64_t>;

std::ptrdiff_t differences(const Numbers& a, const Numbers& b)
{
    return std::ranges::count_if(
        a, [&, i = std::size_t{0}](std::int64_t number) mutable { return number != b[i++]; });
}

// The fewest changes of all series from 0 to `last` that never fall.
std::ptrdiff_t fewestChanges(const Numbers& given, std::int64_t last)
{
    auto fewest = static_cast<std::ptrdiff_t>(given.size());
    Numbers tried(given.size(), 0);
    tried.back() = last;
    const std::function<void(std::size_t)> from = [&](std::size_t i) {
        if (i + 1 >= given.size()) {
            fewest = std::min(fewest, differences(given, tried));
            return;
        }
        for (tried[i] = tried[i - 1]; tried[i] <= last; ++tried[i])
            from(i + 1);
    };
    from(1);
    return fewest;
}

TEST(OrderedBounds, ChangeAsFewAsCanBe)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 2000; ++round) {
        const auto last = static_cast<std::int64_t>(random() % 6);
        Numbers given(2 + random() % 5);
        for (auto& number : given)
            number = static_cast<std::int64_t>(random() % 10) - 2;
        const auto ordered = orderedBounds(given, last);
        ASSERT_EQ(ordered.size(), given.size());
        EXPECT_EQ(ordered.front(), 0);
        EXPECT_EQ(ordered.back(), last);
        EXPECT_TRUE(std::ranges::is_sorted(ordered)) << testing::PrintToString(given);
        EXPECT_EQ(differences(given, ordered), fewestChanges(given, last)) << testing::PrintToString(given);
    }
}

TEST(OrderedBounds, GoToTheNearestThatTheirNeighboursAllow)
{
    EXPECT_EQ(orderedBounds(Numbers{0, 2, 9, 5, 6}, 6), (Numbers{0, 2, 5, 5, 6}));
    EXPECT_EQ(orderedBounds(Numbers{0, 4, -7, 8, 9}, 9), (Numbers{0, 4, 4, 8, 9}));
    EXPECT_EQ(orderedBounds(Numbers{0, 3, 9, 9, 4, 5, 6}, 6), (Numbers{0, 3, 4, 4, 4, 5, 6}));
}

// Both 4 and 3 could stay.
TEST(OrderedBounds, AreRaisedWhereThatChangesAsFew)
{
    EXPECT_EQ(orderedBounds(Numbers{0, 4, 3, 5}, 5), (Numbers{0, 4, 4, 5}));
}

TEST(OrderedBounds, OfNoPartsAreOne)
{
    EXPECT_EQ(orderedBounds(Numbers{7}, 3), Numbers{0});
    EXPECT_TRUE(orderedBounds({}, 3).empty());
}

} // namespace
} // namespace tscope
