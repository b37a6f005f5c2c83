// SPDX-License-Identifier: Apache-2.0
#include "base/bins.h"
#include "base/count_grid.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace tscope {

namespace {

__extension__ using Big = __int128;

// Says what a bin is in the other direction: floor(at * count / numbers), in numbers that hold it.
std::int64_t binByDefinition(std::int64_t at, std::int64_t numbers, std::int64_t count)
{
    return static_cast<std::int64_t>(Big(at) * count / numbers);
}

TEST(Bins, SmallOnesAreCutAsDefined)
{
    for (std::int64_t begin : {0, 5})
        for (std::int64_t numbers = 0; numbers <= 40; ++numbers)
            for (std::int64_t wanted = 1; wanted <= 45; ++wanted) {
                const Bins bins(begin, begin + numbers, wanted);
                ASSERT_EQ(bins.count(), std::min(numbers, wanted));
                for (auto x = begin; x < begin + numbers; ++x)
                    ASSERT_EQ(bins.of(x), binByDefinition(x - begin, numbers, bins.count()));
                std::int64_t sum = 0;
                for (std::int64_t b = 0; b < bins.count(); ++b) {
                    ASSERT_EQ(bins.of(bins.first(b)), b);
                    ASSERT_EQ(bins.of(bins.first(b + 1) - 1), b);
                    ASSERT_GE(bins.width(b), numbers / bins.count());
                    ASSERT_LE(bins.width(b), numbers / bins.count() + 1);
                    sum += bins.width(b);
                }
                ASSERT_EQ(sum, numbers);
            }
}

TEST(Bins, LargeOnesAreExactAtEveryEdge)
{
    std::mt19937_64 random(std::random_device{}());
    const auto seed = random();
    SCOPED_TRACE("seed " + std::to_string(seed));
    random.seed(seed);
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    for (int round = 0; round < 4000; ++round) {
        const auto bits = 2 + random() % 62;
        auto numbers = static_cast<std::int64_t>(random() >> (64 - bits)) + 1;
        if (round % 4 == 0)
            numbers = (std::int64_t{1} << 32) + static_cast<std::int64_t>(random() % 7) - 3;
        if (round % 5 == 0)
            numbers = highest - static_cast<std::int64_t>(random() % 5);
        const auto begin = static_cast<std::int64_t>(random() % 1000) % (highest - numbers + 1);
        const Bins bins(begin, begin + numbers, 1 + static_cast<std::int64_t>(random() % 40000));
        const auto check = [&](std::int64_t x) {
            if (bins.contains(x)) {
                ASSERT_EQ(bins.of(x), binByDefinition(x - begin, numbers, bins.count()))
                    << x << " of " << begin << " + " << numbers << " in " << bins.count();
            }
        };
        for (int i = 0; i < 20; ++i) {
            const auto edge =
                bins.first(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bins.count())));
            check(edge);
            check(edge - 1);
            check(begin + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(numbers)));
        }
        check(begin);
        check(begin + numbers - 1);
    }
}

TEST(CountGrid, WidensWhenACountNeedsIt)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    CountGrid grid(2, 3);
    grid.add(0, 0, most);
    grid.add(1, 2, 7);
    EXPECT_FALSE(grid.isWide());
    grid.add(0, 0, 1);
    EXPECT_TRUE(grid.isWide());
    EXPECT_EQ(grid.at(0, 0), most + 1);
    EXPECT_EQ(grid.at(1, 2), 7u);
    EXPECT_EQ(grid.summary().total, most + 8);
    EXPECT_EQ(grid.summary().largest, most + 1);
    const auto turned = grid.transposed();
    EXPECT_EQ(turned.at(0, 0), most + 1);
    EXPECT_EQ(turned.at(2, 1), 7u);

    CountGrid sum(2, 3);
    sum.add(0, 1, 5);
    sum.add(grid);
    sum.add(grid);
    EXPECT_EQ(sum.at(0, 0), 2 * most + 2);
    EXPECT_EQ(sum.at(0, 1), 5u);
}

} // namespace

} // namespace tscope
