// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bars.h"
#include "charts/roofline_chart.h"
#include "timing/reasons.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::charts;

TEST(Roofline, PointsAndRoofsAreThoseThatWereMeasured)
{
    const auto session = test::smallSession();
    const auto roofline = rooflineOf(session, test::spmvCells());

    ASSERT_EQ(roofline.points.size(), 5U);
    EXPECT_EQ(roofline.leftOut, 3);
    for (const auto& point : roofline.points) {
        const auto& row = session.rows[point.row];
        EXPECT_DOUBLE_EQ(point.intensity, 2000.0 / 13000);
        EXPECT_DOUBLE_EQ(point.warm.value, 2000 / row.warm.median().value);
        EXPECT_DOUBLE_EQ(point.warm.low, 2000 / row.warm.median().high);
        EXPECT_DOUBLE_EQ(point.cold->high, 2000 / row.cold.median().low);
        // What it reaches of a roof that is drawn, at its place below that.
        const auto roof = std::ranges::find_if(roofline.roofs, [&](const Roof& each) {
            return each.device == point.device && timing::nameOf(each) == timing::nameOf(point.limit->roof);
        });
        ASSERT_NE(roof, roofline.roofs.end());
        EXPECT_DOUBLE_EQ(point.limit->share, point.warm.value / roof->at(point.intensity));
    }
    ASSERT_EQ(roofline.roofs.size(), 4U);
    EXPECT_DOUBLE_EQ(roofline.roofs[0].at(2), 24); // 12 bytes a nanosecond, each used twice
    EXPECT_DOUBLE_EQ(roofline.roofs[1].at(2), 80);
    EXPECT_EQ(rooflineOf(session, {"matrix", "spmv", {"cpu"}}).roofs.size(), 2U);
    EXPECT_TRUE(rooflineOf(session, {"matrix", "spmm", {}}).points.empty());
}

TEST(RooflineChart, LimitsOfTwoDevicesDifferInColourAndDash)
{
    const auto roofline = rooflineOf(test::smallSession(), test::spmvCells());
    RooflineChart chart;
    chart.setRoofline(roofline);
    test::showAt(chart, {1240, 500});
    const auto& strokes = chart.drawing().fields.at(0).strokes;
    ASSERT_EQ(roofline.roofs.size(), 4U);
    ASSERT_NE(roofline.roofs[0].device, roofline.roofs[2].device);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NE(strokes[i].ink, strokes[i + 2].ink) << i;
        EXPECT_NE(strokes[i].dash, strokes[i + 2].dash) << i;
    }
    const auto named = [&](const Roof& roof) {
        return std::ranges::count(chart.drawing().labels, roof.title, &Label::text);
    };
    EXPECT_TRUE(std::ranges::any_of(roofline.roofs, [&](const Roof& roof) { return named(roof) == 2; }))
        << "in the legend and at its line";
}

// There are four dashes, and a device with several caches has more limits than that.
TEST(RooflineChart, LimitsOfOneDeviceHaveStrokesOfTheirOwn)
{
    auto roofline = rooflineOf(test::smallSession(), test::spmvCells());
    while (roofline.roofs.size() < 8) {
        roofline.roofs.push_back(roofline.roofs.front());
        roofline.roofs.back().rate *= static_cast<double>(roofline.roofs.size());
    }
    for (auto& roof : roofline.roofs)
        roof.device = roofline.roofs.front().device;
    RooflineChart chart;
    chart.setRoofline(roofline);
    test::showAt(chart, {1240, 500});
    const auto& strokes = chart.drawing().fields.at(0).strokes;
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = i + 1; j < 8; ++j)
            EXPECT_FALSE(strokes[i].dash == strokes[j].dash && strokes[i].width == strokes[j].width)
                << i << ' ' << j;
}

// One and two threads may reach the same: four lines would lie on two.
TEST(RooflineChart, LimitsThatCoincideAreOneLineWithAllOfTheirNames)
{
    auto session = test::smallSession();
    for (std::size_t i = 0; i < session.rows.size(); ++i)
        if (session.rows[i].device == "cpu")
            session.rows[i].device = i % 2 == 0 ? "cpu (1 thread)" : "cpu (2 threads)";
    session.limits[0].device = "cpu (1 thread)";
    session.limits.push_back(session.limits[0]);
    session.limits.back().device = "cpu (2 threads)";
    session.limits.back().copyRate *= 1.03;
    session.limits.back().flopsF32 *= 1.5;
    const auto roofline = rooflineOf(session, test::spmvCells());
    ASSERT_EQ(roofline.roofs.size(), 6U);
    const auto lines = linesOf(roofline.roofs);
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0].title, QStringLiteral("cpu (1 thread), cpu (2 threads): memory"));
    EXPECT_EQ(lines[1].title, QStringLiteral("cpu (1 thread): float32"));
    RooflineChart chart;
    chart.setRoofline(roofline);
    test::showAt(chart, {1240, 500});
    EXPECT_TRUE(test::hasLabel(chart.drawing(), lines[0].title));
    EXPECT_FALSE(test::hasLabel(chart.drawing(), QStringLiteral("cpu (2 threads): memory")));
    EXPECT_GT(chart.drawing().fields.at(0).x.full.high, 2.5 * 120 / 12.36) << "beyond where those of two meet";
    EXPECT_EQ(tableOf(roofline).rows.size(), roofline.points.size() + 6) << "numbers of all of them";
}

TEST(RooflineChart, NoTextLiesOnALimit)
{
    const auto roofline = rooflineOf(test::smallSession(), test::spmvCells());
    RooflineChart chart;
    chart.setRoofline(roofline);
    test::showAt(chart, {1240, 500});
    const auto& field = chart.drawing().fields.at(0);
    for (std::size_t i = 0; i < roofline.roofs.size(); ++i)
        for (double share = 0; share <= 1; share += 0.001) {
            const auto& ends = field.strokes[i].points;
            const auto at = ends.front() + share * (ends.back() - ends.front());
            for (const auto& label : chart.drawing().labels)
                ASSERT_FALSE(field.rect.contains(at) && label.rect.contains(at))
                    << label.text.toStdString() << " on " << roofline.roofs[i].title.toStdString();
        }
}

TEST(RooflineChart, AxesEndNearTheOutermostPointsAndLimits)
{
    const auto roofline = rooflineOf(test::smallSession(), {"matrix", "spmv", {"cpu"}});
    RooflineChart chart;
    chart.setRoofline(roofline);
    test::showAt(chart, {1240, 500});
    const auto& field = chart.drawing().fields.at(0);
    EXPECT_GT(field.x.full.low, roofline.points.front().intensity / 2);
    EXPECT_LT(field.x.full.high, 4 * 80.0 / 12) << "where its limits meet";
    EXPECT_LT(field.y.full.high, 2 * 80.0);
    EXPECT_GE(field.xTicks.size(), 2U);
    EXPECT_GE(field.yTicks.size(), 2U);
}

TEST(RooflineChart, ADeviceThatTheHostPlaysIsCalledSimulated)
{
    auto session = test::smallSession();
    session.rows.back().isSimulated = true;
    const auto roofline = rooflineOf(session, test::spmvCells());
    for (const auto& point : roofline.points)
        EXPECT_EQ(point.title.endsWith(QStringLiteral("(simulated)")), point.device == "cuda:0");
    for (const auto& roof : roofline.roofs)
        EXPECT_EQ(roof.title.startsWith(QStringLiteral("cuda:0 (simulated): ")), roof.device == "cuda:0")
            << roof.title.toStdString();
    for (const auto& bar : barsOf(session, {test::spmvCells(), Time::warm, {}}).bars)
        EXPECT_EQ(bar.title.endsWith(QStringLiteral("(simulated)")), bar.device == "cuda:0");
}

// Beyond the point where they meet the other one is the limit.
TEST(RooflineChart, RoofsEndWhereTheyMeet)
{
    const auto roofline = rooflineOf(test::smallSession(), test::spmvCells());
    RooflineChart chart;
    chart.setRoofline(roofline);
    test::showAt(chart, {1240, 300});
    const auto& field = chart.drawing().fields.at(0);
    for (std::size_t i = 0; i < roofline.roofs.size(); ++i) {
        const auto& roof = roofline.roofs[i];
        double steepest = 0, highest = 0;
        for (const auto& each : roofline.roofs)
            if (each.device == roof.device) {
                auto& most = each.isOfBytes() ? steepest : highest;
                most = std::max(most, each.rate);
            }
        const auto& ends = field.strokes[i].points;
        const auto from = field.fromX(ends.first().x()), to = field.fromX(ends.last().x());
        if (roof.isOfBytes()) {
            EXPECT_NEAR(to, std::min(highest / roof.rate, field.x.full.high), to * 1e-6) << i;
            EXPECT_LE(field.fromY(ends.last().y()), highest * 1.000001) << i;
        } else {
            EXPECT_NEAR(from, std::max(roof.rate / steepest, field.x.full.low), from * 1e-6) << i;
        }
    }
}

TEST(Roofline, OperationsOnFilledInZerosAreNamedAsSuch)
{
    auto session = test::smallSession();
    const auto roofline = rooflineOf(session, test::spmvCells());
    const auto blocked = std::ranges::find(roofline.points, 2U, &RoofPoint::row);
    const auto share = timing::fillShare(session, "matrix", session.rows[2].variant);
    ASSERT_GT(share, 0);
    EXPECT_DOUBLE_EQ(blocked->fill, share);
    EXPECT_DOUBLE_EQ(blocked->useful(), blocked->warm.value * (1 - share));
    session.rows[2].flops = session.rows[0].flops * 1000;
    session.rows[2].warm = session.rows[0].warm;
    EXPECT_EQ(rooflineOf(session, test::spmvCells()).points.front().row, 2U);
    session.footprints = {{"matrix", session.rows[2].variant, 0, 9999, {{"values", 40000}}, 0}}; // almost all
    EXPECT_NE(rooflineOf(session, test::spmvCells()).points.front().row, 2U) << "useful work comes first";
    RooflineChart chart;
    chart.setRoofline(roofline);
    test::showAt(chart, {1240, 300});
    const auto isNamed = [](const Label& label) {
        return (label.text + label.whole).contains(QStringLiteral(" on zeros)"));
    };
    EXPECT_TRUE(std::ranges::any_of(chart.drawing().labels, isNamed));
}

TEST(RooflineChart, WarmAndColdAreToldApartAndTheLegendLiesBesideThePlot)
{
    RooflineChart chart;
    chart.setRoofline(rooflineOf(test::smallSession(), test::spmvCells()));
    test::showAt(chart, {1240, 300});
    const auto& field = chart.drawing().fields.at(0);

    EXPECT_EQ(std::ranges::count(field.marks, true, &Mark::isHollow), 5);
    EXPECT_EQ(std::ranges::count(field.marks, false, &Mark::isHollow), 5);
    EXPECT_GT(test::labelOf(chart.drawing(), QStringLiteral("bsr 4x4")).rect.left(), field.rect.right());
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("12.0 GB/s")));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("filled: warm; box: interval")));
}

TEST(RooflineChart, APerCentNamesItsLimit)
{
    const auto session = test::smallSession();
    const auto roofline = rooflineOf(session, test::spmvCells());
    RooflineChart chart;
    chart.setRoofline(roofline);
    test::showAt(chart, {1240, 300});
    const auto& point = roofline.points.at(0);
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QString::fromStdString(timing::shortText(*point.limit))));
    QSignalSpy pointed(&chart, &Chart::pointed);
    test::moveTo(chart, test::middleOf(chart.drawing(), 0));
    ASSERT_EQ(pointed.size(), 1);
    EXPECT_TRUE(pointed[0][0].toString().contains(QString::fromStdString(timing::text(*point.limit))))
        << pointed[0][0].toString().toStdString();
}

TEST(RooflineChart, APointAndItsLineOfTheLegendAreOneChoice)
{
    RooflineChart chart;
    chart.setRoofline(rooflineOf(test::smallSession(), test::spmvCells()));
    test::showAt(chart, {1240, 300});
    QSignalSpy chosen(&chart, &Chart::variantChosen);
    const auto legend = test::labelOf(chart.drawing(), QStringLiteral("bsr 4x4")).rect.center();

    QTest::mouseClick(&chart, Qt::LeftButton, {}, legend.toPoint());
    QTest::mouseClick(&chart, Qt::LeftButton, {}, test::middleOf(chart.drawing(), 0).toPoint());

    ASSERT_EQ(chosen.size(), 2);
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 2U);
    EXPECT_EQ(chosen[1][0].value<std::size_t>(), 7U); // the fastest
}

// Which limit a line is must be read; how the limit was measured is in the tip.
TEST(RooflineChart, NamesOfLimitsAreSeenWholeInASmallPanel)
{
    auto session = test::smallSession();
    for (auto& limits : session.limits) { // measured twice, so that there is more to be told of each
        const auto once = limits;
        limits.repeats = {once, once};
    }
    const auto roofline = rooflineOf(session, test::spmvCells());
    for (const QSize size : {QSize(1240, 300), QSize(700, 260), QSize(560, 220)}) {
        RooflineChart chart;
        chart.setRoofline(roofline);
        test::showAt(chart, size);
        for (const auto& roof : roofline.roofs)
            EXPECT_TRUE(std::ranges::any_of(chart.drawing().labels,
                                            [&](const Label& label) { return label.text == roof.title; }))
                << roof.title.toStdString() << " at " << size.width();
    }
}

TEST(RooflineChart, ADoubtfulLimitIsALowerBound)
{
    auto session = test::smallSession();
    auto& limits = session.limits.front();
    auto slow = limits;
    slow.copyRate /= 2;
    slow.readRate /= 2;
    limits.repeats = {slow, limits};
    RooflineChart chart;
    chart.setRoofline(rooflineOf(session, test::spmvCells()));
    test::showAt(chart, {1240, 300});
    EXPECT_TRUE(std::ranges::any_of(chart.drawing().labels, [](const Label& label) {
        return label.text.contains(QStringLiteral("at least ")) && label.text.endsWith(QStringLiteral(" GB/s"));
    }));
}
