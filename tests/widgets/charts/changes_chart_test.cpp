// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/changes_chart.h"

#include "charts/changes_drawing.h"
#include "charts/measures.h"
#include "core/timing/support/made_session.h"
#include "widgets/charts/shown_charts.h"

#include <QScrollBar>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::charts;

namespace {

// Of each word one cell: faster, slower, the same, undecided.
struct ShownChanges {
    ChangesChart chart;
    QSignalSpy chosenRows{&chart, &Chart::variantChosen};

    ShownChanges()
    {
        const auto row = [](const char* layout, double median, double low, double high) {
            return timing::okRow(timing::form(layout), timing::timed(median, low, high));
        };
        auto before = timing::sessionOf({row("csr", 200, 195, 205), row("coo", 100, 98, 102),
                                         row("csc", 100, 99, 101), row("strided", 100, 90, 110)});
        auto after = timing::sessionOf({row("csr", 100, 98, 102), row("coo", 150, 149, 153),
                                        row("csc", 100, 99, 101), row("strided", 96, 90, 130)});
        before.noise = 0.012; // both together 0.02
        after.noise = 0.016;
        chart.setChanges(changesOf(before, after));
        test::showAt(chart, {1000, 300});
    }

    const Field& field() { return chart.drawing().fields.at(0); }
    const Change& change(std::size_t i) { return chart.changes().changes[i]; }
};

} // namespace

TEST(ChangesChart, AMarkStandsAtItsRatioAndTheSideSaysWhatBecameFaster)
{
    ShownChanges shown;
    const auto& field = shown.field();
    ASSERT_EQ(field.marks.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(field.fromX(field.marks[i].at.x()), shown.change(i).ratio.value, 1e-9);
        EXPECT_NEAR(field.fromX(field.strokes[3 * i].points.front().x()), shown.change(i).ratio.low, 1e-9);
        EXPECT_NEAR(field.fromX(field.strokes[3 * i].points.back().x()), shown.change(i).ratio.high, 1e-9);
        for (const auto& end : field.strokes[3 * i].points)
            EXPECT_TRUE(field.rect.contains(end));
    }
    EXPECT_GT(field.marks[0].at.x(), field.toX(1)) << "it became faster";
    EXPECT_LT(field.marks[1].at.x(), field.toX(1));
    EXPECT_NEAR(field.toX(2) - field.toX(1), field.toX(1) - field.toX(0.5), 1e-6);
    const auto& faster = test::labelOf(shown.chart.drawing(), QStringLiteral("faster"));
    const auto& slower = test::labelOf(shown.chart.drawing(), QStringLiteral("\u2190 slower"));
    EXPECT_GT(faster.rect.left(), field.toX(1));
    EXPECT_LT(slower.rect.right(), field.toX(1));
}

TEST(ChangesChart, WordsDifferInTheirShapesAndAreWrittenToo)
{
    ShownChanges shown;
    std::vector<std::pair<Shape, bool>> shapes;
    for (const auto& mark : shown.field().marks)
        shapes.emplace_back(mark.shape, mark.isHollow);
    EXPECT_EQ(shapes, (std::vector<std::pair<Shape, bool>>{{Shape::triangle, false},
                                                           {Shape::fallenTriangle, false},
                                                           {Shape::square, false},
                                                           {Shape::circle, true}}));
    for (const auto* word : {"\u25b2 faster", "\u25bc slower", "= the same", "? undecided"})
        EXPECT_TRUE(test::hasLabel(shown.chart.drawing(), QString::fromUtf8(word))) << word;
    test::showAt(shown.chart, {320, 220});
    EXPECT_FALSE(test::hasLabel(shown.chart.drawing(), QStringLiteral("\u25b2 faster"))) << "there is no room";
    EXPECT_EQ(shown.field().marks.size(), 4U);
}

TEST(ChangesChart, WhatAllRowsShareIsSaidOnceAndNamesHaveWhatDiffers)
{
    const auto namesOf = [](const timing::Session& session) {
        const auto texts = textsOf(changesOf(session, session), QFont());
        QStringList names{texts.common};
        for (const auto& row : texts.rows)
            names << row.name;
        return names;
    };
    const auto row = [](const timing::Variant& variant, const char* op, const char* device = "cpu") {
        auto made = timing::okRow(variant, timing::timed(10), device);
        made.op = op;
        return made;
    };
    const auto wide = timing::form("bsr", {8, 8}), square = timing::form("bsr", {2, 2});
    EXPECT_EQ(
        namesOf(timing::sessionOf({row(wide, "spmv"), row(square, "spmv")})),
        QStringList({QStringLiteral("spmv \u00b7 cpu"), QStringLiteral("bsr 8x8"), QStringLiteral("bsr 2x2")}));
    EXPECT_EQ(namesOf(timing::sessionOf({row(wide, "spmv"), row(wide, "add", "cuda:0")})),
              QStringList({QStringLiteral("bsr 8x8"), QStringLiteral("spmv \u00b7 cpu"),
                           QStringLiteral("add \u00b7 cuda:0")}));
    auto other = wide;
    other.layout = "bsc";
    EXPECT_EQ(namesOf(timing::sessionOf({row(wide, "spmv"), row(other, "add")})),
              QStringList({QStringLiteral("8x8 \u00b7 cpu"), QStringLiteral("spmv \u00b7 bsr"),
                           QStringLiteral("add \u00b7 bsc")}));
    EXPECT_EQ(namesOf(timing::sessionOf({row(wide, "spmv")})),
              QStringList({QString(), QStringLiteral("spmv \u00b7 bsr 8x8 \u00b7 cpu")}));
    // Types are said once where all forms that name them have the same; of one tensor its name.
    Changes typesAlike;
    for (const auto* form : {"bsr 4x4 float32/int64", "strided", "bsc 4x4 float32/int64"})
        typesAlike.changes.emplace_back().title = {QStringLiteral("spmv of a"), QString::fromLatin1(form),
                                                   QStringLiteral("cpu"), QStringLiteral("spmv"),
                                                   QStringLiteral("a")};
    typesAlike.changes.back().title.work = QStringLiteral("add of a");
    typesAlike.changes.back().title.op = QStringLiteral("add");
    const auto typed = textsOf(typesAlike, QFont());
    EXPECT_EQ(typed.common, QStringLiteral("a \u00b7 float32/int64 \u00b7 cpu"));
    EXPECT_EQ(typed.rows[0].name, QStringLiteral("spmv \u00b7 bsr 4x4"));
    EXPECT_EQ(typed.rows[1].name, QStringLiteral("spmv \u00b7 strided"));
    EXPECT_EQ(typed.rows[2].name, QStringLiteral("add \u00b7 bsc 4x4"));
    ShownChanges shown;
    EXPECT_TRUE(test::hasLabel(shown.chart.drawing(), QStringLiteral("spmv \u00b7 cpu")));
    EXPECT_TRUE(test::hasLabel(shown.chart.drawing(), QStringLiteral("csr")));
    test::showAt(shown.chart, {320, 220});
    EXPECT_TRUE(test::hasLabel(shown.chart.drawing(), QStringLiteral("noise"))) << "it is not cut";
}

// In half of a window names are whole, and words give way to them.
TEST(ChangesChart, NamesAreNotCutInLittleWidth)
{
    auto first = timing::okRow(timing::form("bsr", {4, 4}), timing::timed(10)), second = first;
    first.op = "spmm k=1";
    second.op = "spmm k=256";
    second.variant.layout = "bsc";
    const auto session = timing::sessionOf({first, second});
    ChangesChart chart;
    chart.setChanges(changesOf(session, session));
    test::showAt(chart, {330, 220});
    for (const auto* name : {"spmm k=1 \u00b7 bsr", "spmm k=256 \u00b7 bsc"})
        EXPECT_EQ(test::labelOf(chart.drawing(), QString::fromUtf8(name)).whole, QString());
    EXPECT_GE(chart.drawing().fields.at(0).xTicks.size(), 2U);
}

TEST(ChangesChart, NoiseLiesAroundOne)
{
    ShownChanges shown;
    const auto& field = shown.field();
    ASSERT_EQ(field.blocks.size(), 4U);
    for (const auto& block : field.blocks) {
        EXPECT_NEAR(field.fromX(block.rect.left()), 1 / 1.02, 1e-9);
        EXPECT_NEAR(field.fromX(block.rect.right()), 1.02, 1e-9);
    }
    EXPECT_TRUE(test::hasLabel(shown.chart.drawing(), QStringLiteral("noise")));
}

TEST(ChangesChart, HoveringTellsTheNumbersAndAClickTheRow)
{
    ShownChanges shown;
    QSignalSpy pointed(&shown.chart, &Chart::pointed);
    const auto at = test::middleOf(shown.chart.drawing(), 1);
    test::moveTo(shown.chart, at);
    ASSERT_EQ(pointed.size(), 1);
    const auto text = pointed[0][0].toString();
    EXPECT_TRUE(text.startsWith(QStringLiteral("spmv \u00b7 coo \u00b7 cpu"))) << text.toStdString();
    EXPECT_TRUE(text.contains(timeText(shown.change(1).was)));
    EXPECT_TRUE(text.contains(timeText(shown.change(1).is)));
    EXPECT_TRUE(text.contains(ratioText(timing::inverseOf(shown.change(1).ratio)))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("\u25bc slower")));
    EXPECT_TRUE(text.contains(QStringLiteral("2.0 %"))) << text.toStdString();

    QTest::mouseClick(&shown.chart, Qt::LeftButton, {}, at.toPoint());
    ASSERT_EQ(shown.chosenRows.size(), 1);
    EXPECT_EQ(shown.chosenRows[0][0].value<std::size_t>(), 1U);
    QTest::keyClick(&shown.chart, Qt::Key_Down);
    QTest::keyClick(&shown.chart, Qt::Key_Return);
    EXPECT_EQ(shown.chosenRows.last()[0].value<std::size_t>(), 2U);
    shown.chart.chooseRow(3);
    EXPECT_EQ(shown.chart.chosen(), 3);
    shown.chart.chooseRow(17);
    EXPECT_EQ(shown.chart.chosen(), -1);
}

TEST(ChangesChart, ItIsZoomedAroundThePointerAndManyRowsAreScrolled)
{
    const auto runs = test::twoRunsOf(test::manyRows());
    ChangesChart chart;
    chart.setChanges(changesOf(runs.before, runs.after));
    test::showAt(chart, {700, 260});
    const auto field = [&]() -> const Field& { return chart.drawing().fields.at(0); };
    EXPECT_TRUE(chart.findChild<QScrollBar*>()->isVisible());
    test::turnWheel(chart, field().rect.center(), -1);
    EXPECT_NEAR(field().y.shown.low, 3, 1e-9);
    const auto before = field().x.shown;
    test::turnWheel(chart, field().rect.center(), 4, Qt::ControlModifier);
    EXPECT_GT(field().x.shown.low, before.low);
    EXPECT_LT(field().x.shown.high, before.high);
    QTest::keyClick(&chart, Qt::Key_Home);
    EXPECT_EQ(field().x.shown, before);
}
