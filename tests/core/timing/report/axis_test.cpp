// SPDX-License-Identifier: Apache-2.0
#include "timing/report/axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace tscope::timing {

namespace {

using testing::DoubleEq;
using testing::ElementsAre;

} // namespace

TEST(Axis, LinearOnesBeginWithZero)
{
    const auto axis = Axis::linear(50, 100, 304);

    EXPECT_EQ(axis.least(), 0);
    EXPECT_DOUBLE_EQ(axis.at(0), 100);
    EXPECT_NEAR(axis.at(25), 200, 1e-9);
    EXPECT_NEAR(axis.at(50), 300, 1e-9);
    EXPECT_DOUBLE_EQ(axis.at(1000), 304);
    EXPECT_DOUBLE_EQ(axis.at(std::nan("")), 100);
    EXPECT_THAT(axis.ticks(), ElementsAre(0, 20, 40));
    EXPECT_THAT(Axis::linear(49, 0, 1).ticks(), ElementsAre(0, 10, 20, 30, 40));
}

TEST(Axis, AmountsAreMarkedByRoundNumbersOfTheirUnit)
{
    const double most = 3.5 * 1024 * 1024;
    EXPECT_EQ(unitOfAmount(1023), 1);
    EXPECT_EQ(unitOfAmount(1024), 1024);
    const auto ticks = Axis::linear(most, 0, 100, unitOfAmount(most)).ticks();

    EXPECT_THAT(ticks, ElementsAre(0, 1 << 20, 2 << 20, 3 << 20));
    EXPECT_EQ(tickAmount(ticks[2]), "2 MiB");
}

TEST(Axis, LogarithmicOnesEndWithPowersOfTen)
{
    const auto axis = Axis::logarithmic(30, 20'000, 0, 400);

    EXPECT_NEAR(axis.at(10), 0, 1e-9);
    EXPECT_NEAR(axis.at(100), 100, 1e-9);
    EXPECT_NEAR(axis.at(100'000), 400, 1e-9);
    EXPECT_THAT(axis.ticks(),
                ElementsAre(DoubleEq(10), DoubleEq(100), DoubleEq(1000), DoubleEq(1e4), DoubleEq(1e5)));
    EXPECT_EQ(Axis::logarithmic(1e-300, 1e300, 0, 1).ticks().size() <= 6, true);
    EXPECT_EQ(axis.at(0), 0);
}

TEST(Axis, TicksAreNeverTooMany)
{
    for (int power = -12; power < 18; ++power)
        for (const double factor : {1.0, 1.7, 2.5, 4.999, 9.99}) {
            const auto most = factor * std::pow(10, power);
            for (const auto& axis : {Axis::linear(most, 0, 1), Axis::logarithmic(most / 1e5, most, 0, 1)}) {
                EXPECT_LE(axis.ticks().size(), 6U) << most;
                EXPECT_GE(axis.ticks().size(), 2U) << most;
            }
        }
}

TEST(Axis, TicksAreToldShortly)
{
    EXPECT_EQ(tickTime(0), "0");
    EXPECT_EQ(tickTime(2e7), "20 ms");
    EXPECT_EQ(tickTime(1500), "1.5 µs");
    EXPECT_EQ(tickTime(1e18), "1e+09 s");
    EXPECT_EQ(tickNumber(100), "100");
    EXPECT_EQ(tickNumber(0.01), "0.01");
    EXPECT_EQ(tickAmount(0), "0");
}

} // namespace tscope::timing
