// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/multiples_chart.h"
#include "charts/multiples_drawing.h"
#include "widgets/charts/shown_charts.h"

#include <QScrollArea>

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::charts;

namespace {

timing::Row timedAs(const std::string& tensor, const std::string& layout, double nanoseconds)
{
    auto row = test::cellOf(layout, nanoseconds);
    row.tensor = tensor;
    row.warm.samples.assign(30, nanoseconds);
    return row;
}

// csr is best for the first tensor, coo for the second, which has no csc; a third one is the first with more
// entries.
timing::Session several()
{
    timing::Session session;
    for (const auto* name : {"first", "second", "first x 4"}) {
        session.subjects.emplace_back();
        session.subjects.back().name = name;
    }
    session.subjects[2].patternOf = "first";
    session.rows = {timedAs("first", "csr", 100),  timedAs("first", "coo", 300),  timedAs("first", "csc", 200),
                    timedAs("second", "coo", 40),  timedAs("second", "csr", 900), timedAs("second", "csc", 1),
                    timedAs("first x 4", "csr", 1)};
    session.rows[5].status = timing::Status::failed;
    session.rows[5].reason = "no memory";
    return session;
}

const Multiples::Cell& cellIn(const Multiples& multiples, const char* panel, const char* form)
{
    const auto found = std::ranges::find_if(multiples.cells, [&](const Multiples::Cell& cell) {
        return multiples.panels[cell.panel] == QLatin1String(panel) &&
               multiples.forms[cell.form] == QLatin1String(form);
    });
    if (found == multiples.cells.end())
        throw std::runtime_error("no such cell");
    return *found;
}

} // namespace

TEST(Multiples, HaveTheSameFormsInTheSamePlacesForEachTensor)
{
    const auto all = multiplesOf(several(), "spmv", Time::warm);
    EXPECT_EQ(all.panels, (std::vector{QStringLiteral("first"), QStringLiteral("second")}));
    EXPECT_EQ(all.forms, (std::vector{QStringLiteral("csr"), QStringLiteral("coo"), QStringLiteral("csc")}));
    ASSERT_EQ(all.cells.size(), 6U);
    EXPECT_EQ(cellIn(all, "second", "csr").row, 4U);
    EXPECT_TRUE(cellIn(all, "first", "csr").isBest);
    EXPECT_TRUE(cellIn(all, "second", "coo").isBest);
    EXPECT_EQ(std::ranges::count(all.cells, true, &Multiples::Cell::isBest), 2);
    EXPECT_EQ(cellIn(all, "second", "csc").reason, QStringLiteral("failed: no memory"));
    EXPECT_TRUE(multiplesOf(several(), "spmm", Time::warm).cells.empty());
}

TEST(Multiples, AllNumbersAreInTheTable)
{
    const auto table = tableOf(multiplesOf(several(), "spmv", Time::warm));
    ASSERT_EQ(table.rows.size(), 6U);
    for (const auto& row : table.rows)
        EXPECT_EQ(row.size(), table.header.size());
    EXPECT_EQ(table.rows[1].join(QLatin1Char('|')), QStringLiteral("first|coo|300|300|300|"));
    EXPECT_EQ(table.rows[5].join(QLatin1Char('|')), QStringLiteral("second|csc||||failed: no memory"));
}

TEST(MultiplesChart, AllPanelsHaveOneScaleAndTellTheirNumbers)
{
    MultiplesChart chart;
    chart.setMultiples(multiplesOf(several(), "spmv", Time::warm));
    test::showAt(chart, {700, 300});
    const auto& drawing = chart.drawing();
    ASSERT_EQ(drawing.fields.size(), 2U);
    EXPECT_TRUE(test::hasLabel(drawing, QStringLiteral("\u25b2 and hatched: the fastest form")));
    EXPECT_EQ(drawing.fields[0].x.shown, drawing.fields[1].x.shown);
    EXPECT_EQ(drawing.fields[0].rect.top(), drawing.fields[1].rect.top());
    EXPECT_EQ(test::labelOf(drawing, QStringLiteral("csr")).rect.right() < drawing.fields[0].rect.left(), true);
    QSignalSpy pointed(&chart, &Chart::pointed), chosen(&chart, &Chart::variantChosen);
    const auto at = test::middleOf(drawing, 3);
    EXPECT_TRUE(drawing.fields[1].rect.contains(at));
    test::moveTo(chart, at);
    ASSERT_FALSE(pointed.empty());
    const auto said = pointed.last()[0].toString();
    EXPECT_TRUE(said.startsWith(QStringLiteral("second \u00b7 csr"))) << said.toStdString();
    EXPECT_TRUE(said.endsWith(QStringLiteral("x of the time of coo, the least of this tensor")))
        << said.toStdString();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, at.toPoint());
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 4U);
}

TEST(MultiplesChart, IsAsHighAsAllPanelsSoThatEachFormHasItsName)
{
    timing::Session session;
    for (int i = 0; i < 12; ++i)
        for (const auto* layout : {"csr", "coo", "csc", "strided", "bsr", "bsc"})
            session.rows.push_back(timedAs("tensor " + std::to_string(i), layout, 100 + i));
    auto* chart = new MultiplesChart;
    QScrollArea area;
    area.setWidget(chart);
    area.setWidgetResizable(true);
    chart->setMultiples(multiplesOf(session, "spmv", Time::warm));
    test::showAt(area, {420, 150});
    QApplication::processEvents();
    EXPECT_EQ(chart->drawing().fields.size(), 12U);
    EXPECT_TRUE(test::hasLabel(chart->drawing(), QStringLiteral("bsc")));
    EXPECT_GT(chart->height(), area.viewport()->height());
    EXPECT_LE(chart->width(), area.viewport()->width());
}

TEST(MultiplesChart, WhatHasNoRoomInAPictureIsCounted)
{
    timing::Session session;
    for (int i = 0; i < 40; ++i)
        for (const auto* layout : {"csr", "coo", "csc", "strided"})
            session.rows.push_back(timedAs("tensor " + std::to_string(i), layout, 100 + i));
    Look look;
    look.size = {500, 260};
    const auto drawing = drawMultiples(multiplesOf(session, "spmv", Time::warm), look);
    const auto shown = static_cast<int>(drawing.fields.size());
    EXPECT_GE(shown, 2);
    EXPECT_LT(shown, 40);
    const auto words = QStringLiteral("%1 more tensors have no room").arg(40 - shown);
    EXPECT_TRUE(
        std::ranges::any_of(drawing.labels, [&](const Label& label) { return label.text.contains(words); }));
}
