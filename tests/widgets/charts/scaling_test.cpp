// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/scaling_chart.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::charts;

namespace {

// csr is 3.2 times as fast with four threads, coo does not gain.
Scaling measured()
{
    timing::Session session;
    session.machine.threads = 4;
    for (const auto& [layout, times] : std::vector<std::pair<std::string, std::vector<double>>>{
             {"csr", {800, 420, 250}}, {"coo", {600, 600, 600}}})
        for (std::size_t i = 0; i < times.size(); ++i) {
            auto row = test::cellOf(layout, times[i],
                                    std::vector<std::string>{"cpu (1 thread)", "cpu (2 threads)", "cpu"}[i]);
            row.warm.samples.assign(30, times[i]);
            row.isChecked = true;
            session.rows.push_back(row);
        }
    return scalingOf(session, test::spmvCells(), Time::warm);
}

// csr takes 4 times as long for 16 times as many columns, coo 32 times.
Scaling byColumns()
{
    timing::Session session;
    for (const auto& [layout, times] : std::vector<std::pair<std::string, std::vector<double>>>{
             {"csr", {800, 1600, 3200}}, {"coo", {400, 1600, 12800}}})
        for (std::size_t i = 0; i < times.size(); ++i) {
            auto row = test::cellOf(layout, times[i]);
            row.op = std::vector<std::string>{"spmm k=1", "spmm k=4", "spmm k=16"}[i];
            row.warm.samples.assign(30, times[i]);
            row.isChecked = true;
            session.rows.push_back(row);
        }
    auto cells = test::spmvCells();
    cells.op = "spmm k=4";
    return columnScalingOf(session, cells, Time::warm);
}

} // namespace

TEST(Scaling, HasALineForEachFormAndAPointForEachNumberOfThreads)
{
    const auto scaling = measured();
    ASSERT_EQ(scaling.lines.size(), 2U);
    EXPECT_EQ(scaling.lines[0], QStringLiteral("csr"));
    ASSERT_EQ(scaling.points.size(), 6U);
    EXPECT_EQ(scaling.points[2].number, 4);
    ASSERT_EQ(scaling.sentences.size(), 2);
    EXPECT_TRUE(scaling.sentences[0].startsWith(QStringLiteral("csr is 3.2x")));
    const auto table = tableOf(scaling);
    ASSERT_EQ(table.rows.size(), 6U);
    EXPECT_EQ(table.rows[1].join(QLatin1Char('|')), QStringLiteral("csr|2|420|420|420"));
}

TEST(ScalingChart, PointsTellAndAreChosenByMouseAndKeys)
{
    ScalingChart chart;
    chart.setScaling(measured());
    test::showAt(chart, {900, 300});
    const auto& drawing = chart.drawing();
    EXPECT_TRUE(test::hasLabel(drawing, QStringLiteral("3.20x")) ||
                test::hasLabel(drawing, QStringLiteral("3.2x")));
    const auto& field = drawing.fields.at(0);
    QSignalSpy pointed(&chart, &Chart::pointed), chosen(&chart, &Chart::variantChosen);
    const auto at = test::middleOf(drawing, 2);
    EXPECT_NEAR(field.toX(4), at.x(), 2) << "a line is a bit aside of the others";
    EXPECT_NEAR(field.fromY(at.y()), 250, 1);
    test::moveTo(chart, at);
    ASSERT_FALSE(pointed.empty());
    const auto said = pointed.last()[0].toString();
    EXPECT_TRUE(said.contains(QStringLiteral("4 threads"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("as fast as with 1; 4"))) << said.toStdString();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, at.toPoint());
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 2U);
}

// Where each thread did its share: a line from the first point, dotted, that ends at a quarter of its time.
TEST(ScalingChart, TheDottedLineIsWhatTheThreadsCouldBring)
{
    ScalingChart chart;
    chart.setScaling(measured());
    test::showAt(chart, {900, 300});
    const auto& field = chart.drawing().fields.at(0);
    std::vector<double> ends;
    for (const auto& stroke : field.strokes)
        if (stroke.dash == Dash::dotted)
            ends.push_back(field.fromY(stroke.points.last().y()));
    std::ranges::sort(ends);
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_NEAR(ends[0], 150, 1);
    EXPECT_NEAR(ends[1], 200, 1);
}

// Intervals of two forms at one number of threads stand beside each other.
TEST(ScalingChart, IntervalsDoNotCoverEachOther)
{
    ScalingChart chart;
    chart.setScaling(measured());
    test::showAt(chart, {900, 300});
    const auto& drawing = chart.drawing();
    for (int point = 0; point < 3; ++point)
        EXPECT_GE(std::abs(test::middleOf(drawing, point).x() - test::middleOf(drawing, point + 3).x()), 2.5);
}

TEST(Scaling, ByColumnsEachFormHasAPointForEachK)
{
    const auto scaling = byColumns();
    ASSERT_EQ(scaling.lines.size(), 2U);
    ASSERT_EQ(scaling.points.size(), 6U);
    EXPECT_EQ(scaling.points[2].number, 16);
    EXPECT_EQ(scaling.sentences,
              (QStringList{QStringLiteral("spmm on cpu, k = 1: coo is the fastest"),
                           QStringLiteral("spmm on cpu, k = 4: no form is surely faster than coo"),
                           QStringLiteral("spmm on cpu, k = 16: csr is the fastest")}));
    ScalingChart chart(Scaling::Over::columns);
    chart.setScaling(scaling);
    test::showAt(chart, {900, 300});
    EXPECT_TRUE(test::hasLabel(chart.drawing(), ratioText(4.0))) << "each column of csr";
    QSignalSpy pointed(&chart, &Chart::pointed);
    test::moveTo(chart, test::middleOf(chart.drawing(), 2));
    ASSERT_FALSE(pointed.empty());
    const auto said = pointed.last()[0].toString();
    EXPECT_TRUE(said.contains(QStringLiteral("k = 16"))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("as fast as with k = 1"))) << said.toStdString();
}

// Nothing was measured with more threads: the axis has no number of them beyond.
TEST(ScalingChart, TheAxisEndsWithTheMostThreads)
{
    auto scaling = measured();
    std::erase_if(scaling.points, [](const Scaling::Point& point) { return point.number > 2; });
    ScalingChart chart;
    chart.setScaling(scaling);
    test::showAt(chart, {900, 300});
    for (const bool isLog : {true, false}) {
        chart.setLog(isLog);
        for (const auto& tick : chart.drawing().fields.at(0).xTicks)
            EXPECT_LE(tick.at, 2) << (isLog ? "logarithmic" : "linear");
    }
}

// Numbers beside the names are explained, and the axis has those that were measured.
TEST(ScalingChart, TheLegendAndTheAxisSayWhatWasMeasured)
{
    ScalingChart chart(Scaling::Over::columns);
    chart.setScaling(byColumns());
    test::showAt(chart, {1240, 300});
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("speed-up per column, k = 1 to 16")));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("ideal: each column")));
    std::vector<double> ticks;
    for (const auto& tick : chart.drawing().fields.at(0).xTicks)
        ticks.push_back(tick.at);
    EXPECT_EQ(ticks, (std::vector<double>{1, 4, 16}));
    chart.setScaling(measured());
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("speed-up, 1 to 4 threads")));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("ideal: each thread")));
}
