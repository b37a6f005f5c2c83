// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/break_even_chart.h"

#include "charts/break_even_drawing.h"
#include "core/timing/support/made_session.h"
#include "timing/headline.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

#include <QLineF>

#include <algorithm>
#include <cmath>

using namespace tscope;
using namespace tscope::charts;

namespace {

// csr is given; coo is slower and bsr faster, and each has to be made.
timing::Session converted()
{
    auto session = test::smallSession();
    for (auto& row : session.rows)
        row.conversion = row.variant.layout == "csr" ? timing::Figure{} : test::figureAround(450000);
    return session;
}

UseLine lineOf(const QString& title, double conversion, double each)
{
    UseLine line;
    line.title = title;
    line.conversion = {conversion, conversion, conversion};
    line.each = {each, each, each};
    line.isGiven = conversion == 0;
    return line;
}

// csr is given; with more uses coo is cheaper, and later bsr 4x4 may be.
timing::Session overtaken(const timing::Figure& bsr)
{
    auto session = timing::sessionOf({timing::okRow(timing::form("csr"), timing::timed(200)),
                                      timing::okRow(timing::form("coo"), timing::timed(150, 142, 158)),
                                      timing::okRow(timing::form("bsr", {4, 4}), bsr)});
    session.rows[1].conversion = timing::timed(1350);
    session.rows[2].conversion = timing::timed(8900);
    return session;
}

// Forms that pay off after numbers of uses that are close to each other, with wide intervals.
BreakEven closeTogether()
{
    BreakEven all;
    const double given = 10;
    for (const auto& [uses, each] : {std::pair(19.0, 5.0), std::pair(23.0, 5.2), std::pair(33.0, 3.0),
                                     std::pair(37.0, 3.4), std::pair(51.0, 4.0), std::pair(79.0, 2.0)}) {
        auto line = lineOf(QStringLiteral("form %1").arg(uses), uses * (given - each), each);
        line.row = all.lines.size() + 1;
        line.breakEven = timing::BreakEven{line.row, 0, timing::Word::faster, uses, uses / 3, uses * 20, {}, each};
        all.lines.push_back(line);
    }
    all.lines.push_back(lineOf(QStringLiteral("csr"), 0, given));
    for (std::size_t i = 0; i + 1 < all.lines.size(); ++i)
        all.pays.push_back({i, all.lines.size() - 1, *all.lines[i].paysFrom()});
    return all;
}

// Whether a line of this stroke runs through the rectangle; sampled, as the drawing does not do it.
bool runsThrough(const Stroke& stroke, const QRectF& rect)
{
    for (qsizetype i = 1; i < stroke.points.size(); ++i) {
        const QLineF line(stroke.points[i - 1], stroke.points[i]);
        const auto steps = std::max(1.0, std::ceil(line.length()));
        for (double at = 0; at <= steps; ++at)
            if (rect.contains(line.pointAt(at / steps)))
                return true;
    }
    return false;
}

} // namespace

// "it pays off after 459 uses at the earliest" with an axis that ends at 100 shows nothing of it.
TEST(BreakEvenChart, TheAxisContainsTheUsesThatVerdictsName)
{
    BreakEven undecided;
    undecided.lines = {lineOf(QStringLiteral("coo"), 47600, 229), lineOf(QStringLiteral("csr"), 0, 230)};
    undecided.lines[0].breakEven = timing::BreakEven{1, 0, timing::Word::undecided, {}, {}, {}, 459.0, 229};
    for (const bool isLog : {false, true}) {
        Look look;
        look.size = {900, 500};
        look.isLog = isLog;
        EXPECT_GT(drawBreakEven(undecided, look).fields.at(0).x.full.high, 459);

        const auto close = closeTogether();
        EXPECT_GT(drawBreakEven(close, look).fields.at(0).x.full.high, 79 * 20) << "the end of the interval";

        auto endless = close;
        endless.lines[0].breakEven->high = 1e11;
        EXPECT_LT(drawBreakEven(endless, look).fields.at(0).x.full.high, 1e5)
            << "one interval squeezes everything else";
    }
}

TEST(BreakEvenChart, NumbersKeepAwayFromSignsAndLines)
{
    Look look;
    look.size = {1100, 760};
    const auto drawing = drawBreakEven(closeTogether(), look);
    const auto& field = drawing.fields.at(0);
    int numbers = 0;
    for (const auto& label : drawing.labels) {
        if (!field.rect.contains(label.rect))
            continue;
        ++numbers;
        const auto text = label.text.toStdString();
        for (const auto& mark : field.marks)
            EXPECT_FALSE(label.rect.contains(mark.at)) << text << " lies on a sign";
        for (const auto& stroke : field.strokes)
            EXPECT_FALSE(runsThrough(stroke, label.rect.adjusted(1, 1, -1, -1))) << text << " lies on a line";
    }
    EXPECT_EQ(numbers, 6);
}

TEST(BreakEven, CrossingsAreTheFirstUsesThatCostLess)
{
    const auto session = converted();
    const auto breakEven = breakEvenOf(session, {{"matrix", "spmv", {"cpu"}}, Time::warm});

    ASSERT_EQ(breakEven.lines.size(), 4U);
    const auto& bsr = breakEven.lines[0];
    const auto& csr = breakEven.lines[1];
    EXPECT_TRUE(csr.isGiven);
    ASSERT_TRUE(bsr.paysFrom());
    EXPECT_LE(bsr.after(*bsr.paysFrom()), csr.after(*bsr.paysFrom()));
    EXPECT_GT(bsr.after(*bsr.paysFrom() - 1), csr.after(*bsr.paysFrom() - 1));
    EXPECT_FALSE(breakEven.lines[2].paysFrom()); // coo is slower, and had to be made
    ASSERT_EQ(breakEven.best.size(), 1U);
    EXPECT_EQ(breakEven.best[0].line, 0U);
    EXPECT_EQ(breakEven.best[0].uses, *bsr.paysFrom());
}

// By their medians over all rounds the lines would cross at 63 uses.
TEST(BreakEven, LinesCrossWhereTheRatioOfRoundsSays)
{
    const auto inRounds = [](std::initializer_list<double> medians) {
        timing::Figure figure;
        for (const auto median : medians) {
            figure.samples.insert(figure.samples.end(), 20, median);
            figure.rounds.push_back(20);
        }
        return figure;
    };
    auto session = converted();
    std::erase_if(session.rows, [](const timing::Row& row) {
        return row.op != "spmv" || row.device != "cpu" || row.variant.layout == "coo";
    });
    for (auto& row : session.rows) {
        const bool isGiven = row.variant.layout == "csr";
        row.warm = isGiven ? inRounds({160, 320, 1600, 176, 160, 320, 176})
                           : inRounds({100, 200, 1000, 160, 100, 200, 160});
        if (!isGiven)
            row.conversion = test::figureAround(1000);
    }
    const auto breakEven = breakEvenOf(session, {{"matrix", "spmv", {"cpu"}}, Time::warm});
    ASSERT_FALSE(breakEven.pays.empty());
    const auto uses = *breakEven.lines[breakEven.pays[0].line].paysFrom();
    EXPECT_LT(uses, 20);
    ASSERT_FALSE(breakEven.best.empty());
    EXPECT_EQ(breakEven.best[0].uses, uses);
    const auto &form = breakEven.lines[breakEven.pays[0].line], &given = breakEven.lines[breakEven.pays[0].other];
    EXPECT_LE(form.after(uses), given.after(uses));
    EXPECT_GT(form.after(uses - 1), given.after(uses - 1));
}

// The chart agrees with the terminal and the report on the same session.
TEST(BreakEven, OfEveryFormIsWhatTheCoreSays)
{
    auto session = converted();
    session.rows[1].warm = test::figureAround(20900); // coo: quicker by less than the noise
    session.rows.push_back(test::cellOf("bsr", 2000));
    session.rows.back().isChecked = false;
    session.rows.push_back(test::cellOf("coo", 2000, "cuda:0"));
    session.rows.back().isSimulated = true;
    const auto told = timing::breakEvensOf(session);
    const auto breakEven = breakEvenOf(session, {test::spmvCells(), Time::warm});

    std::vector<std::size_t> drawn;
    for (const auto& line : breakEven.lines) {
        drawn.push_back(line.row);
        const auto same = std::ranges::find(told, line.row, &timing::BreakEven::row);
        ASSERT_EQ(line.breakEven.has_value(), same != told.end());
        EXPECT_EQ(line.paysFrom(), same == told.end() ? std::nullopt : same->uses);
    }
    std::ranges::sort(drawn);
    EXPECT_EQ(drawn, (std::vector<std::size_t>{0, 1, 2, 3, 7})); // neither unchecked rows nor simulated devices
    EXPECT_EQ(breakEven.leftOut, 5);
    for (const auto& crossing : breakEven.best)
        EXPECT_NE(breakEven.lines[crossing.line].row, 1U) << "what may never pay is never the cheapest";
}

TEST(BreakEven, WhatMayNeverPayIsNeverTheCheapest)
{
    auto session = converted();
    for (auto& row : session.rows)
        if (row.variant.layout != "csr" && row.op == "spmv" && row.device == "cpu")
            row.warm = test::figureAround(row.variant.layout == "coo" ? 20900 : 60000); // coo: less than the noise
    const auto breakEven = breakEvenOf(session, {{"matrix", "spmv", {"cpu"}}, Time::warm});
    EXPECT_TRUE(breakEven.best.empty());
}

// The sentence and the chart of one session name the same uses.
TEST(BreakEven, OfTheCheapestFormsIsWhatTheHeadlineSays)
{
    const auto session = overtaken(timing::timed(100));
    const auto breakEven = breakEvenOf(session, {{"a", "spmv", {"cpu"}}, Time::warm});
    ASSERT_EQ(breakEven.best.size(), 2U);
    EXPECT_EQ(breakEven.best[0].uses, 27);
    EXPECT_EQ(breakEven.lines[breakEven.best[0].line].row, 1U);
    EXPECT_EQ(breakEven.best[1].uses, 151);
    EXPECT_EQ(breakEven.lines[breakEven.best[1].line].row, 2U);
    const auto told = timing::text(timing::headlinesOf(session).front().sentences);
    EXPECT_TRUE(told.ends_with("Below 27 uses keep csr, from 27 to 151 coo, from then on bsr 4x4.")) << told;
}

TEST(BreakEvenChart, TheNumberOfUsesHasItsIntervalInTheLegendAndTheTable)
{
    const auto session = converted();
    const auto breakEven = breakEvenOf(session, {{"matrix", "spmv", {"cpu"}}, Time::warm});
    BreakEvenChart chart;
    chart.setBreakEven(breakEven);
    test::showAt(chart, {1240, 300});
    const auto line =
        std::ranges::find_if(breakEven.lines, [](const UseLine& each) { return each.paysFrom().has_value(); });
    ASSERT_NE(line, breakEven.lines.end());
    EXPECT_LE(*line->breakEven->low, *line->paysFrom());
    EXPECT_GE(*line->breakEven->high, *line->paysFrom());
    const auto uses = QString::fromStdString(timing::shortText(*line->breakEven));
    EXPECT_TRUE(uses.contains(QLatin1Char('-')));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), uses)) << uses.toStdString();
    const auto table = tableOf(breakEven);
    const auto& row = table.rows[static_cast<std::size_t>(line - breakEven.lines.begin())];
    EXPECT_TRUE(row.contains(exactNumber(*line->breakEven->low)));
    EXPECT_TRUE(row.contains(exactNumber(*line->breakEven->high)));
}

TEST(BreakEvenChart, CrossingsAreMarkedWithTheirNumbers)
{
    const auto session = converted();
    const auto breakEven = breakEvenOf(session, {{"matrix", "spmv", {"cpu"}}, Time::warm});
    BreakEvenChart chart;
    chart.setBreakEven(breakEven);
    test::showAt(chart, {1240, 300});

    const auto& field = chart.drawing().fields.at(0);
    const auto mark = std::ranges::find(field.marks, true, &Mark::isHollow);
    ASSERT_NE(mark, field.marks.end());
    EXPECT_NEAR(field.fromX(mark->at.x()), breakEven.best[0].uses, 1e-3 * breakEven.best[0].uses);
    const auto number = shortNumber(std::ceil(breakEven.best[0].uses));
    const auto& label = *std::ranges::find(chart.drawing().labels, number, &Label::text);
    EXPECT_LT(QLineF(label.rect.center(), mark->at).length(), 80);
    QSignalSpy chosen(&chart, &Chart::variantChosen);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Space);
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 2U);
}

TEST(BreakEvenChart, TheLegendTellsCrossingsBetweenConvertedFormsFromThoseWithTheGivenOne)
{
    auto breakEven = breakEvenOf(converted(), {{"matrix", "spmv", {"cpu"}}, Time::warm});
    ASSERT_FALSE(breakEven.pays.empty());
    auto between = breakEven.pays.front();
    between.uses *= 1.5;
    breakEven.best.push_back(between);
    BreakEvenChart chart;
    chart.setBreakEven(breakEven);
    test::showAt(chart, {1240, 300});
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("the conversion pays off")));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("another form is cheapest")));
    const auto& marks = chart.drawing().fields.at(0).marks;
    for (const auto shape : {Shape::circle, Shape::square})
        EXPECT_TRUE(std::ranges::any_of(
            marks, [shape](const Mark& mark) { return mark.isHollow && mark.shape == shape; }));
}

TEST(BreakEvenChart, ACrossingSaysWhatItMarks)
{
    const auto breakEven = breakEvenOf(overtaken(timing::timed(100)), {{"a", "spmv", {"cpu"}}, Time::warm});
    ASSERT_EQ(breakEven.best.size(), 2U);
    EXPECT_TRUE(breakEven.best[1].isSure);
    BreakEvenChart chart;
    chart.setBreakEven(breakEven);
    test::showAt(chart, {1240, 400});
    const auto said = [&](Shape shape) {
        const auto& marks = chart.drawing().fields.at(0).marks;
        const auto mark = std::ranges::find_if(
            marks, [shape](const Mark& each) { return each.isHollow && each.shape == shape; });
        if (mark == marks.end())
            return std::string();
        test::moveTo(chart, mark->at);
        return chart.accessibleDescription().toStdString();
    };
    EXPECT_EQ(said(Shape::square), "from 151 uses: bsr 4x4 is the cheapest");
    const auto pays = said(Shape::circle);
    EXPECT_TRUE(pays.starts_with("from ")) << pays;
    QTest::keyClick(&chart, Qt::Key_Down);
    for (std::size_t i = 1; i < breakEven.lines.size() + breakEven.marked().size(); ++i)
        QTest::keyClick(&chart, Qt::Key_Down);
    EXPECT_EQ(chart.accessibleDescription().toStdString(), "from 151 uses: bsr 4x4 is the cheapest");
    QSignalSpy chosen(&chart, &Chart::variantChosen);
    QTest::keyClick(&chart, Qt::Key_Space);
    EXPECT_EQ(chosen.at(0).at(0).value<std::size_t>(), 2U);
}

// A number would tell as certain what the headline calls undecided.
TEST(BreakEvenChart, AnUndecidedCrossingHasNoNumber)
{
    const auto breakEven =
        breakEvenOf(overtaken(timing::timed(148, 140, 156)), {{"a", "spmv", {"cpu"}}, Time::warm});
    const auto crossing = std::ranges::find_if(breakEven.best, [](const Crossing& each) { return !each.isSure; });
    ASSERT_NE(crossing, breakEven.best.end());
    EXPECT_EQ(textOf(breakEven, *crossing).toStdString(), "not decided: bsr 4x4 and coo could not be told apart");
    EXPECT_TRUE(tableOf(breakEven).rows.at(crossing->line).back().isEmpty());
    BreakEvenChart chart;
    chart.setBreakEven(breakEven);
    test::showAt(chart, {1240, 400});
    EXPECT_FALSE(test::hasLabel(chart.drawing(), shortNumber(crossing->uses)));
    EXPECT_FALSE(test::hasLabel(chart.drawing(), QStringLiteral("another form is cheapest")));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("undecided which is cheapest")));
}
