// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/break_even_chart.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace tscope;
using namespace tscope::charts;

TEST(BreakEven, CrossingsAreWhereCostsAreEqual)
{
    auto session = test::smallSession();
    for (auto& row : session.rows)
        row.conversion = row.variant.layout == "csr" ? timing::Figure{} : test::figureAround(450000);
    const auto breakEven = breakEvenOf(session, {{"matrix", "spmv", {"cpu"}}, Time::warm});

    ASSERT_EQ(breakEven.lines.size(), 4U);
    const auto& bsr = breakEven.lines[0];
    const auto& csr = breakEven.lines[1];
    EXPECT_TRUE(csr.isGiven);
    ASSERT_TRUE(bsr.paysFrom);
    EXPECT_NEAR(bsr.after(*bsr.paysFrom), csr.after(*bsr.paysFrom), 1e-6 * csr.after(*bsr.paysFrom));
    EXPECT_FALSE(breakEven.lines[2].paysFrom); // coo is slower, and had to be made
    ASSERT_EQ(breakEven.best.size(), 1U);
    EXPECT_EQ(breakEven.best[0].line, 0U);
    EXPECT_EQ(breakEven.best[0].uses, *bsr.paysFrom);
}

TEST(BreakEvenChart, CrossingsAreMarkedWithTheirNumbers)
{
    auto session = test::smallSession();
    for (auto& row : session.rows)
        row.conversion = row.variant.layout == "csr" ? timing::Figure{} : test::figureAround(450000);
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
