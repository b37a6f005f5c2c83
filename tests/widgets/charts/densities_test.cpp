// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/curves.h"
#include "charts/densities_chart.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace tscope;
using namespace tscope::charts;

namespace {

// csr is faster where entries are few: it takes 50 times as long for 100 times as many, strided always 100 us.
Densities crossing()
{
    timing::Session session;
    for (const auto& [name, stored, csr] : std::vector<std::tuple<std::string, std::int64_t, double>>{
             {"matrix", 1000, 25000}, {"matrix x 0.1", 100, 5000}, {"matrix x 10", 10000, 250000}}) {
        session.subjects.push_back({name,
                                    "",
                                    test::cellOf("csr", 1).variant,
                                    {100, 200},
                                    stored,
                                    0,
                                    0,
                                    {},
                                    name == "matrix" ? "" : "matrix"});
        for (const auto& [layout, time] :
             std::vector<std::pair<std::string, double>>{{"csr", csr}, {"strided", 1e5}}) {
            auto row = test::cellOf(layout, time);
            row.warm.samples.assign(30, time);
            row.tensor = name;
            row.isChecked = true;
            session.rows.push_back(row);
        }
    }
    return densitiesOf(session, test::spmvCells(), Time::warm);
}

} // namespace

TEST(Densities, AreThePointsOfTheSessionAndWhereTheirOrderTurns)
{
    const auto densities = crossing();
    ASSERT_EQ(densities.lines.size(), 2U);
    EXPECT_EQ(densities.lines[0].title, QStringLiteral("csr"));
    EXPECT_EQ(densities.points.size(), 6U);
    EXPECT_DOUBLE_EQ(densities.here, 0.05);
    ASSERT_EQ(densities.turns.size(), 1U);
    // 25 us at 5 % and 250 at 50 %: 100 at 5 times 4 %.
    EXPECT_NEAR(densities.turns[0].density, 0.2, 1e-9);
    EXPECT_NEAR(densities.turns[0].time, 1e5, 1e-3);
    EXPECT_TRUE(densities.turns[0].isSure);
    ASSERT_EQ(densities.sentences.size(), 1);
    EXPECT_TRUE(densities.sentences[0].startsWith(QStringLiteral("csr is faster up to about 20 %")));
}

TEST(Densities, AllNumbersAreInTheTable)
{
    const auto densities = crossing();
    const auto table = tableOf(densities);
    ASSERT_EQ(table.rows.size(), densities.points.size());
    QStringList all;
    for (const auto& row : table.rows) {
        EXPECT_EQ(row.size(), table.header.size());
        all << row.join(QLatin1Char('|'));
    }
    EXPECT_TRUE(all.contains(QStringLiteral("csr|cpu|0.05|25000|25000|25000|yes||")));
    EXPECT_EQ(all.filter(exactNumber(densities.turns[0].density)).size(), 1);
}

TEST(DensitiesChart, PointsTellAndAreChosenByMouseAndKeys)
{
    DensitiesChart chart;
    chart.setDensities(crossing());
    test::showAt(chart, {900, 300});
    const auto& drawing = chart.drawing();
    EXPECT_TRUE(test::hasLabel(drawing, QStringLiteral("as given: 5.0 %")));
    EXPECT_TRUE(test::hasLabel(drawing, QStringLiteral("fastest from 20 %")));
    const auto& field = drawing.fields.at(0);
    const auto turn = std::ranges::find(field.marks, true, &Mark::isHollow);
    ASSERT_NE(turn, field.marks.end());
    EXPECT_NEAR(field.fromX(turn->at.x()), 0.2, 1e-6);
    QSignalSpy pointed(&chart, &Chart::pointed), chosen(&chart, &Chart::variantChosen);
    const auto at = test::middleOf(drawing, 5);
    EXPECT_NEAR(field.fromY(at.y()), 1e5, 1);
    test::moveTo(chart, at);
    ASSERT_FALSE(pointed.empty());
    EXPECT_TRUE(pointed.last()[0].toString().contains(QStringLiteral("50 % of the elements are entries")))
        << pointed.last()[0].toString().toStdString();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, at.toPoint());
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 5U);
    QTest::keyClick(&chart, Qt::Key_Up);
    QTest::keyClick(&chart, Qt::Key_Space);
    EXPECT_NE(chosen.last()[0].value<std::size_t>(), 5U);
}

TEST(DensitiesChart, ManyLinesAtOneDensityStayThere)
{
    for (const auto line : {std::size_t{0}, std::size_t{9}})
        EXPECT_LE(std::abs(asideOf(line, 10)), 6) << "pixels";
}
