// SPDX-License-Identifier: Apache-2.0
#include "timing/median.h"

#include "make/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace tscope::timing {

namespace {

std::vector<double> upTo(int count)
{
    std::vector<double> out(static_cast<std::size_t>(count));
    std::iota(out.begin(), out.end(), 1.0);
    return out;
}

} // namespace

// The ends are those of published tables of the sign test's interval, 95 %.
TEST(Median, HasTheIntervalOfItsOrder)
{
    struct Expected {
        int count;
        double low, high;
    };
    for (const auto& [count, low, high] : {Expected{6, 1, 6},
                                           {8, 1, 8},
                                           {9, 2, 8},
                                           {12, 3, 10},
                                           {15, 4, 12},
                                           {20, 6, 15},
                                           {50, 18, 33},
                                           {100, 40, 61}}) {
        const auto median = medianOf(upTo(count));
        EXPECT_EQ(median.low, low) << count;
        EXPECT_EQ(median.high, high) << count;
        EXPECT_EQ(median.value, (count + 1) / 2.0) << count;
    }
}

TEST(Median, OfFewSamplesReachesFromTheLeastToTheGreatest)
{
    for (const int count : {1, 2, 5}) {
        const auto median = medianOf(upTo(count));
        EXPECT_EQ(median.low, 1);
        EXPECT_EQ(median.high, count);
    }
}

TEST(Median, IsWithinItsIntervalInNinetyFiveOfHundred)
{
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 3;
    SCOPED_TRACE(seed);
    Random random(seed);
    int inside = 0;
    constexpr int runs = 2000;
    for (int run = 0; run < runs; ++run) {
        std::vector<double> samples(25);
        for (auto& sample : samples) // skewed, as times are; its median is log 2
            sample = -std::log((static_cast<double>(random.below(1'000'000)) + 1) / 1'000'001);
        const auto median = medianOf(samples);
        inside += median.low <= std::log(2.0) && std::log(2.0) <= median.high ? 1 : 0;
    }
    EXPECT_GE(inside, runs * 94 / 100);
    EXPECT_LE(inside, runs * 99 / 100);
}

TEST(Ratio, IsAsWideAsBothIntervalsAllow)
{
    const auto ratio = ratioOf({10, 9, 12}, {5, 4, 6});
    EXPECT_EQ(ratio.value, 2);
    EXPECT_EQ(ratio.low, 1.5);
    EXPECT_EQ(ratio.high, 3);
}

} // namespace tscope::timing
