// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bars_chart.h"
#include "widgets/charts/shown_charts.h"
#include "widgets/support/settle.h"

#include <QScrollBar>
#include <QToolTip>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

using namespace tscope;
using namespace tscope::charts;

namespace {

struct ShownBars {
    timing::Session session;
    BarsChart chart;
    QSignalSpy chosenRows{&chart, &Chart::variantChosen};

    explicit ShownBars(timing::Session shown, std::optional<std::size_t> baseline = {}) : session(std::move(shown))
    {
        chart.setBars(barsOf(session, {{session.rows[0].tensor, session.rows[0].op, {}}, Time::warm, baseline}));
        test::showAt(chart, {1240, 300});
    }

    const Field& times() { return chart.drawing().fields.at(0); }
    std::size_t lastRow() { return chosenRows.last().at(0).value<std::size_t>(); }
};

} // namespace

TEST(BarsChart, ABarEndsAtItsMedianAndBeginsAtZero)
{
    ShownBars shown(test::smallSession());
    shown.chart.setLog(false);
    const auto& field = shown.times();

    ASSERT_EQ(field.x.full.low, 0);
    for (std::size_t i = 0; i < 5; ++i) {
        const auto& bar = shown.chart.bars().bars[i];
        EXPECT_EQ(field.blocks[i].rect.left(), field.rect.left());
        EXPECT_NEAR(field.fromX(field.blocks[i].rect.right()), bar.time->value, 1e-6 * bar.time->value);
        EXPECT_TRUE(test::hasLabel(shown.chart.drawing(), timeText(bar.time->value)));
    }
}

TEST(BarsChart, WhatHasNoTimeIsAHatchedStubWithItsReason)
{
    ShownBars shown(test::longNames());
    const auto& stub = shown.times().blocks.at(5);

    EXPECT_EQ(stub.hatch, Hatch::crossed);
    EXPECT_LT(stub.rect.width(), 40);
    const auto& reason = test::labelOf(shown.chart.drawing(), QStringLiteral("not supported"));
    EXPECT_TRUE(reason.text.contains(QChar(0x2026))); // elided in its middle
    test::moveTo(shown.chart, reason.rect.center());
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("how it began, or why it was told")))
        << QToolTip::text().toStdString();
}

TEST(BarsChart, HoveringTellsTheNumbers)
{
    ShownBars shown(test::smallSession(), 0);
    QSignalSpy pointed(&shown.chart, &Chart::pointed);

    test::moveTo(shown.chart, test::middleOf(shown.chart.drawing(), 1));

    ASSERT_EQ(pointed.size(), 1);
    const auto text = pointed[0][0].toString();
    const auto& bar = shown.chart.bars().bars[1];
    EXPECT_TRUE(text.startsWith(QStringLiteral("bsr 4x4")));
    EXPECT_TRUE(text.contains(timeText(*bar.time)));
    EXPECT_TRUE(text.contains(ratioText(*bar.ratio)));
    EXPECT_TRUE(text.contains(QStringLiteral("fill: 1.95 KiB")));
    EXPECT_EQ(shown.chart.accessibleDescription(), text);
}

// Numbers of another measurement beside the new bars would be believed.
TEST(BarsChart, ANewMeasurementEndsWhatTheToolTipSaid)
{
    ShownBars shown(test::smallSession());
    QSignalSpy pointed(&shown.chart, &Chart::pointed);
    test::moveTo(shown.chart, test::middleOf(shown.chart.drawing(), 1));
    ASSERT_EQ(pointed.size(), 1);
    EXPECT_TRUE(QToolTip::isVisible());
    const auto barsOfRow = [&](double factor) {
        for (auto& sample : shown.session.rows[2].warm.samples)
            sample *= factor;
        return barsOf(shown.session, {test::spmvCells(), Time::warm, {}});
    };
    shown.chart.setBars(barsOfRow(1));
    EXPECT_EQ(pointed.size(), 1) << "the same numbers stay";
    shown.chart.setBars(barsOfRow(1.01));
    ASSERT_EQ(pointed.size(), 2);
    EXPECT_TRUE(pointed[1][0].toString().isEmpty());
    EXPECT_TRUE(test::waitUntil([] { return !QToolTip::isVisible(); }));
    EXPECT_TRUE(shown.chart.accessibleDescription().isEmpty());
}

TEST(BarsChart, AClickChoosesTheRowOfTheSession)
{
    ShownBars shown(test::smallSession());

    QTest::mouseClick(&shown.chart, Qt::LeftButton, {}, test::middleOf(shown.chart.drawing(), 1).toPoint());

    ASSERT_EQ(shown.chosenRows.size(), 1);
    EXPECT_EQ(shown.lastRow(), 2U);
    EXPECT_EQ(shown.chart.chosen(), 1);
}

TEST(BarsChart, ArrowsMoveTheChoiceAndEnterTellsIt)
{
    ShownBars shown(test::smallSession());

    QTest::keyClick(&shown.chart, Qt::Key_Down);
    QTest::keyClick(&shown.chart, Qt::Key_Down);
    EXPECT_EQ(shown.chart.chosen(), 1);
    EXPECT_EQ(shown.chosenRows.size(), 0);
    QTest::keyClick(&shown.chart, Qt::Key_Return);
    EXPECT_EQ(shown.lastRow(), 2U);
    QTest::keyClick(&shown.chart, Qt::Key_Up);
    QTest::keyClick(&shown.chart, Qt::Key_Up);
    EXPECT_EQ(shown.chart.chosen(), 0);
}

TEST(BarsChart, TheWheelZoomsFromZeroAndKeysShowAll)
{
    ShownBars shown(test::smallSession());
    shown.chart.setLog(false);
    const auto full = shown.times().x.shown;

    test::turnWheel(shown.chart, shown.times().rect.center(), 4);
    EXPECT_NEAR(shown.times().x.shown.high, full.high / 2, 1e-6 * full.high);
    EXPECT_EQ(shown.times().x.shown.low, 0);
    QTest::keyClick(&shown.chart, Qt::Key_0);
    EXPECT_EQ(shown.times().x.shown, full);
    QTest::keyClick(&shown.chart, Qt::Key_Plus);
    EXPECT_NE(shown.times().x.shown, full);
    QTest::keyClick(&shown.chart, Qt::Key_Home);
    EXPECT_EQ(shown.times().x.shown, full);
    QTest::keyClick(&shown.chart, Qt::Key_Plus);
    QTest::mouseDClick(&shown.chart, Qt::LeftButton, {}, shown.times().rect.center().toPoint());
    EXPECT_EQ(shown.times().x.shown, full);
}

TEST(BarsChart, AnExtremeSampleLeavesTheBarsTheirRoom)
{
    auto session = test::smallSession();
    session.rows[3].warm.samples[5] = 1e9; // of 310 microseconds
    session.rows[3].warm.samples[28] = 310000;
    session.rows[0].warm.samples[11] = 2e9;
    ShownBars shown(session);
    shown.chart.setLog(false);
    const auto& longest = shown.times().blocks.at(4).rect;
    EXPECT_GT(longest.width(), shown.times().rect.width() * 0.8);
    const auto beyond = [&] {
        std::vector<Mark> marks;
        std::ranges::copy_if(shown.times().marks, std::back_inserter(marks),
                             [](const Mark& mark) { return mark.shape == Shape::diamond; });
        return marks;
    };
    ASSERT_EQ(beyond().size(), 2U);
    for (const auto& mark : beyond()) {
        EXPECT_TRUE(mark.isHollow);
        EXPECT_LT(mark.at.x(), shown.times().rect.right());
        EXPECT_GT(mark.at.x(), shown.times().rect.right() - 10);
        EXPECT_TRUE(shown.times().rect.contains(mark.at));
    }
    EXPECT_TRUE(test::hasLabel(shown.chart.drawing(), QStringLiteral("2 sample")));

    // Zooming out reaches them, one after the other.
    for (int i = 0; i < 60; ++i)
        QTest::keyClick(&shown.chart, Qt::Key_Minus);
    EXPECT_GT(shown.times().x.shown.high, 2e9);
    EXPECT_TRUE(beyond().empty());
    EXPECT_FALSE(test::hasLabel(shown.chart.drawing(), QStringLiteral("2 sample")));
    QTest::keyClick(&shown.chart, Qt::Key_Home);
    EXPECT_EQ(beyond().size(), 2U);
    shown.chart.setLog(true);
    EXPECT_GT(shown.times().x.shown.high, 2e9) << "decades have room for all";
    EXPECT_TRUE(beyond().empty());
}

TEST(BarsChart, AScaleOfLogarithmsIsPulledAndTellsExtremesApart)
{
    ShownBars shown(test::extremes());
    const auto lengthOf = [&](std::size_t i) { return shown.times().blocks[i].rect.width(); };
    EXPECT_TRUE(shown.chart.isLog()) << "from the start, where times are so far apart";
    shown.chart.setLog(false);
    EXPECT_LT(lengthOf(0), 1); // a nanosecond beside 100 seconds
    EXPECT_TRUE(test::hasLabel(shown.chart.drawing(), QStringLiteral("1.")));

    shown.chart.setLog(true);
    for (std::size_t i = 0; i + 1 < 5; ++i) {
        EXPECT_GT(lengthOf(i), 4);
        EXPECT_LT(lengthOf(i) + 10, lengthOf(i + 1));
    }
    test::turnWheel(shown.chart, shown.times().rect.center(), 4);
    const auto before = shown.times().x.shown;
    const auto middle = shown.times().rect.center().toPoint();
    test::drag(shown.chart, middle, middle + QPoint(100, 0));
    EXPECT_LT(shown.times().x.shown.low, before.low);
    EXPECT_EQ(shown.chosenRows.size(), 0); // a drag chooses nothing
}

TEST(BarsChart, ManyRowsAreScrolledAtAHeightThatCanBeRead)
{
    ShownBars shown(test::manyRows());
    auto* bar = shown.chart.findChild<QScrollBar*>();
    ASSERT_TRUE(bar->isVisible());
    EXPECT_GE(shown.times().toY(1) - shown.times().toY(0), shown.chart.fontMetrics().height());
    EXPECT_EQ(shown.times().y.shown.low, 0);

    test::turnWheel(shown.chart, shown.times().rect.center(), -1);
    EXPECT_NEAR(shown.times().y.shown.low, 3, 1e-9);
    bar->setValue(bar->maximum());
    EXPECT_NEAR(shown.times().y.shown.high, 200, 0.02);
    shown.chart.choose(100);
    EXPECT_GE(100, shown.times().y.shown.low);
    EXPECT_LE(101, shown.times().y.shown.high + 1e-9);
    test::drag(shown.chart, {300, 200}, {300, 100});
    EXPECT_GT(shown.times().y.shown.low, 100);
    EXPECT_FALSE(ShownBars(test::smallSession()).chart.findChild<QScrollBar*>()->isVisible());
}

TEST(BarsChart, FootprintsLieOnTheRowsOfTheTimes)
{
    ShownBars shown(test::smallSession());
    shown.chart.setLog(false);
    const auto parts = shown.chart.drawing().fields.at(1);

    EXPECT_EQ(parts.rect.top(), shown.times().rect.top());
    EXPECT_EQ(parts.rect.height(), shown.times().rect.height());
    EXPECT_EQ(parts.blocks.front().rect.top(), shown.times().blocks.front().rect.top());
    const auto fill = std::ranges::find(parts.blocks, Hatch::rising, &Block::hatch);
    ASSERT_NE(fill, parts.blocks.end());
    EXPECT_NEAR(parts.fromX(fill->rect.right()) - parts.fromX(fill->rect.left()), 2000, 1);
}

// A form that was left out for its size would leave the others no room.
TEST(BarsChart, AFootprintBeyondTheAxisBreaksOffBeforeAMark)
{
    auto session = test::smallSession();
    auto& large = session.rows[3]; // dense
    large.warm = {};
    large.status = timing::Status::unsupported;
    for (auto& footprint : session.footprints)
        if (footprint.variant == large.variant)
            for (auto& member : footprint.members)
                member.bytes *= 1'000'000;
    for (const bool isLog : {false, true}) {
        ShownBars shown(session);
        shown.chart.setLog(isLog);
        const auto& parts = shown.chart.drawing().fields.at(1);
        ASSERT_EQ(parts.marks.size(), 1U) << isLog;
        const auto& mark = parts.marks[0];
        EXPECT_EQ(mark.shape, Shape::diamond);
        EXPECT_TRUE(parts.rect.contains(mark.at));
        double end = 0;
        for (const auto& block : parts.blocks) {
            EXPECT_LE(block.rect.right(), parts.rect.right());
            if (block.rect.top() < mark.at.y() && mark.at.y() < block.rect.bottom())
                end = std::max(end, block.rect.right());
        }
        EXPECT_GT(end, parts.rect.center().x());
        EXPECT_LT(end, mark.at.x());
    }
}

// Stacked parts can't be compared by logarithms.
TEST(BarsChart, FootprintsAreLinearWhereTimesAreNot)
{
    ShownBars shown(test::smallSession());
    shown.chart.setLog(true);
    EXPECT_TRUE(shown.times().x.isLog);
    const auto& parts = shown.chart.drawing().fields.at(1);
    EXPECT_FALSE(parts.x.isLog);
    const auto fill = std::ranges::find(parts.blocks, Hatch::rising, &Block::hatch);
    ASSERT_NE(fill, parts.blocks.end());
    EXPECT_NEAR(parts.fromX(fill->rect.right()) - parts.fromX(fill->rect.left()), 2000, 1);
}

TEST(BarsChart, NewDataKeepTheChosenRow)
{
    ShownBars shown(test::smallSession());
    shown.chart.chooseRow(3);
    ASSERT_EQ(shown.chart.chosen(), 4);

    shown.chart.setBars(barsOf(shown.session, {{"matrix", "spmv", {"cpu"}}, Time::cold, {}}));

    EXPECT_EQ(shown.chart.chosen(), 3);
}

TEST(BarsChart, TimesMoreThanThirtyfoldApartAreShownByLogarithmsUntilTheUserChooses)
{
    auto session = test::smallSession();
    session.rows.resize(2);
    const auto barsWith = [&](double slowest) {
        session.rows[1].warm = test::figureAround(slowest);
        return barsOf(session, {test::spmvCells(), Time::warm, {}});
    };
    const auto fastest = barsOf(session, {test::spmvCells(), Time::warm, {}}).bars.front().time->value;
    ShownBars shown(session);
    shown.chart.setBars(barsWith(20 * fastest));
    EXPECT_FALSE(shown.chart.isLog());
    shown.chart.setBars(barsWith(100 * fastest));
    EXPECT_TRUE(shown.chart.isLog());
    shown.chart.setBars(barsWith(20 * fastest));
    EXPECT_FALSE(shown.chart.isLog());
    shown.chart.setLog(false);
    shown.chart.setBars(barsWith(1000 * fastest));
    EXPECT_FALSE(shown.chart.isLog()) << "the user wants it so";
}

TEST(BarsChart, RowsOfAPairAreMarkedBesideTheChosenOne)
{
    ShownBars shown(test::smallSession());
    const auto framesOf = [&](Ink ink) {
        return std::ranges::count(shown.chart.drawing().swatches, ink, &Block::frame);
    };
    EXPECT_EQ(framesOf(Ink::related), 0);
    shown.chart.lightRows({0, 2});
    EXPECT_EQ(framesOf(Ink::related), 2);
    shown.chart.lightRows({});
    EXPECT_EQ(framesOf(Ink::related), 0);
}
