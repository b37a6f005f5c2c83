// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/drawing.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::charts;

namespace {

QStringList textsOf(const std::vector<Tick>& ticks)
{
    QStringList texts;
    for (const auto& tick : ticks)
        texts << tick.text;
    return texts;
}

Axis axisOf(Range range, bool isLog = false, Unit unit = {})
{
    Axis axis;
    axis.shown = axis.full = range;
    axis.isLog = isLog;
    axis.unit = std::move(unit);
    return axis;
}

} // namespace

TEST(Axis, TicksAreRoundInItsUnit)
{
    const auto axis = axisOf({0, 5200}, false, {1000, QStringLiteral("\u00b5s")});

    EXPECT_EQ(textsOf(ticksOf(axis, 6)),
              QStringList({QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"),
                           QStringLiteral("4"), QStringLiteral("5")}));
    EXPECT_EQ(ticksOf(axis, 6)[1].at, 1000);
}

TEST(Axis, NothingIsMarkedBetweenWholeNumbers)
{
    auto axis = axisOf({0, 2});
    axis.areWhole = true;
    EXPECT_EQ(textsOf(ticksOf(axis, 10)),
              QStringList({QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2")}));
    axis = axisOf({10'000'000, 10'000'003});
    axis.areWhole = true;
    EXPECT_EQ(textsOf(ticksOf(axis, 4)), QStringList({QStringLiteral("10000000"), QStringLiteral("10000001"),
                                                      QStringLiteral("10000002"), QStringLiteral("10000003")}));
}

TEST(Axis, CountsHaveNoPartsOnAScaleOfLogarithms)
{
    auto axis = axisOf({0.5, 10}, true);
    axis.areWhole = true;
    EXPECT_EQ(textsOf(ticksOf(axis, 8)),
              QStringList({QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("5"), QStringLiteral("10")}));
}

// "4.1" beside "4.09" reads like another precision.
TEST(Axis, NumbersOfAnAxisHaveTheSameDecimals)
{
    EXPECT_EQ(textsOf(ticksOf(axisOf({4.08, 4.1}), 2)),
              QStringList({QStringLiteral("4.08"), QStringLiteral("4.09"), QStringLiteral("4.10")}));
    EXPECT_EQ(textsOf(ticksOf(axisOf({0, 1}), 2)),
              QStringList({QStringLiteral("0.0"), QStringLiteral("0.5"), QStringLiteral("1.0")}));
}

TEST(Axis, TicksOfLogarithmsArePowersOfTen)
{
    EXPECT_EQ(
        textsOf(ticksOf(axisOf({1, 1e6}, true), 7)),
        QStringList({QStringLiteral("1"), QStringLiteral("10"), QStringLiteral("100"), QStringLiteral("1000"),
                     QStringLiteral("10000"), QStringLiteral("10\u2075"), QStringLiteral("10\u2076")}));
    EXPECT_EQ(textsOf(ticksOf(axisOf({1, 10}, true), 8)),
              QStringList({QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("5"), QStringLiteral("10")}));
    EXPECT_LE(ticksOf(axisOf({1e-9, 1e12}, true), 5).size(), 6U);
}

// "1" alone in the middle does not say how far the ends are.
TEST(Axis, ANumberDoesNotStandAlone)
{
    EXPECT_EQ(textsOf(ticksOf(axisOf({0.15, 6}, true), 2)),
              QStringList({QStringLiteral("0.2"), QStringLiteral("0.5"), QStringLiteral("1"), QStringLiteral("2"),
                           QStringLiteral("5")}));
    EXPECT_GE(ticksOf(axisOf({0.78, 1.28}, true), 2).size(), 2U);
}

TEST(Axis, BarsAreSeenFromZeroHoweverOneZooms)
{
    auto axis = axisOf({0, 100});
    axis.hold = Hold::low;

    EXPECT_EQ(zoomed(axis, 80, 2), (Range{0, 50}));
    EXPECT_EQ(pulled(axis, 0.5), (Range{0, 100}));
}

TEST(Axis, WhatTheMouseIsAtStaysWhereItIs)
{
    const auto axis = axisOf({0, 100});
    const auto range = zoomed(axis, 25, 2);
    EXPECT_DOUBLE_EQ(range.low, 12.5);
    EXPECT_DOUBLE_EQ(range.high, 62.5);

    const auto log = zoomed(axisOf({1, 10000}, true), 100, 2);
    EXPECT_NEAR(log.low, 10, 1e-9);
    EXPECT_NEAR(log.high, 1000, 1e-9);
}

TEST(Axis, NothingIsSeenThatIsNotThere)
{
    auto axis = axisOf({0, 100});
    axis.shown = {50, 100};

    EXPECT_EQ(pulled(axis, 3), (Range{50, 100}));
    EXPECT_EQ(pulled(axis, -3), (Range{0, 50}));
    EXPECT_EQ(zoomed(axis, 75, 0.001), (Range{0, 100}));
}

TEST(Axis, DecadesLeaveTheLeastSomeLength)
{
    EXPECT_EQ(decadesAround(50, 900), (Range{10, 1000}));
    EXPECT_EQ(decadesAround(10, 900), (Range{1, 1000}));
}

TEST(Field, PixelsAndValuesGoBothWays)
{
    Field field{{10, 20, 200, 100}, axisOf({1, 10000}, true), axisOf({0, 50}), {}, {}, {}, {}, {}};

    EXPECT_DOUBLE_EQ(field.toX(100), 110);
    EXPECT_DOUBLE_EQ(field.toY(0), 120);
    EXPECT_NEAR(field.fromX(field.toX(77)), 77, 1e-9);
    EXPECT_NEAR(field.fromY(field.toY(33)), 33, 1e-9);
    field.y.isDown = true;
    EXPECT_DOUBLE_EQ(field.toY(0), 20);
    EXPECT_LT(field.toX(0), -1000); // no place on this scale, far away
}
