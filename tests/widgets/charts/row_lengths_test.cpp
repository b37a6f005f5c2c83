// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/row_lengths_chart.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace tscope;
using namespace tscope::charts;

TEST(RowLengths, TheTableHasAllThatIsTold)
{
    const auto table = tableOf(timing::spreadOf({0, 0, 1, 2, 3, 3, 900}));

    const auto has = [&](const QStringList& row) {
        return table.rows.end() != std::ranges::find(table.rows, row);
    };
    EXPECT_TRUE(has({QStringLiteral("rows"), QStringLiteral("0"), QStringLiteral("6"), QStringLiteral("7"), {}}));
    EXPECT_TRUE(has({QStringLiteral("rows without entries"),
                     QStringLiteral("0"),
                     QStringLiteral("0"),
                     QStringLiteral("2"),
                     {}}));
    EXPECT_TRUE(has({QStringLiteral("length of the median row"),
                     QStringLiteral("3"),
                     QStringLiteral("3"),
                     QStringLiteral("2"),
                     {}}));
    EXPECT_TRUE(has({QStringLiteral("rows with lengths, doubling bins"), QStringLiteral("2"), QStringLiteral("3"),
                     QStringLiteral("3"), QStringLiteral("3")}));
    EXPECT_TRUE(has({QStringLiteral("length of the row of this rank"),
                     QStringLiteral("0"),
                     QStringLiteral("0"),
                     QStringLiteral("900"),
                     {}}));
    for (const auto& row : table.rows)
        EXPECT_EQ(row.size(), table.header.size());
    EXPECT_TRUE(tableOf(timing::RowSpread()).rows.empty());
}

TEST(RowLengthsChart, ABinTellsItsRowsOnBothScales)
{
    RowLengthsChart chart;
    chart.setLengths(timing::spreadOf({0, 0, 1, 2, 3, 3, 900}));
    test::showAt(chart, {1240, 300});
    QSignalSpy chosen(&chart, &RowLengthsChart::lengthsChosen);
    EXPECT_TRUE(chart.isLog()) << "one row is far longer than the others";
    chart.setLog(false);

    QTest::mouseClick(&chart, Qt::LeftButton, {}, test::middleOf(chart.drawing(), 0).toPoint());
    chart.setLog(true);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, test::middleOf(chart.drawing(), 2).toPoint());

    ASSERT_EQ(chosen.size(), 2);
    EXPECT_EQ(chosen[0][1].value<std::int64_t>(), 22);
    EXPECT_EQ(chosen[1][0].value<std::int64_t>(), 2);
    EXPECT_EQ(chosen[1][1].value<std::int64_t>(), 3);
    EXPECT_EQ(chosen[1][2].value<std::int64_t>(), 3); // the first row that is so long
}

// Beside a map of costs there is little width.
TEST(RowLengthsChart, ItsNumbersAreWholeInLittleWidth)
{
    RowLengthsChart chart;
    chart.setLengths(timing::spreadOf({8, 40, 40, 72}));
    test::showAt(chart, {240, 300});
    const auto& caption = test::labelOf(chart.drawing(), QStringLiteral("4 rows: longest 72, mean 40 (dashed)"));
    EXPECT_TRUE(caption.isWrapped);
    EXPECT_TRUE(caption.whole.isEmpty());
    EXPECT_EQ(test::faultsOf(chart.drawing(), chart.font()), QStringList());
    for (const auto& field : chart.drawing().fields)
        EXPECT_GE(field.rect.top(), caption.rect.bottom());
}

TEST(RowLengthsChart, CountsOfRowsAndEntriesHaveWholeTicks)
{
    RowLengthsChart chart;
    chart.setLengths(timing::spreadOf({3, 2, 1, 0}));
    for (const bool isLog : {false, true}) {
        chart.setLog(isLog);
        test::showAt(chart, {400, 460});
        for (const auto& field : chart.drawing().fields)
            for (const auto* ticks : {&field.xTicks, &field.yTicks})
                for (const auto& tick : *ticks)
                    EXPECT_EQ(tick.at, std::round(tick.at)) << tick.text.toStdString();
    }
}

// 0, 2, 4, 6, 8, 11, 14: wider numbers need more room, but a step that changes looks like another scale.
TEST(RowLengthsChart, TextsBelowBinsHaveEvenSteps)
{
    std::vector<std::int64_t> lengths;
    for (std::int64_t i = 0; i <= 30; ++i)
        lengths.push_back(i);
    RowLengthsChart chart;
    chart.setLengths(timing::spreadOf(lengths));
    chart.setLog(false);
    for (int width = 300; width <= 900; width += 40) {
        test::showAt(chart, {width, 300});
        const auto& field = chart.drawing().fields.at(1);
        std::vector<double> middles;
        for (const auto& label : chart.drawing().labels)
            if (label.rect.top() > field.rect.bottom() && label.rect.top() < field.rect.bottom() + 6 &&
                label.rect.left() >= field.rect.left())
                middles.push_back(field.fromX(label.rect.center().x()));
        ASSERT_GT(middles.size(), 2U) << width;
        for (std::size_t i = 2; i + 1 < middles.size(); ++i)
            EXPECT_NEAR(middles[i] - middles[i - 1], middles[1] - middles[0], 0.9) << width;
        EXPECT_EQ(test::faultsOf(chart.drawing(), chart.font()), QStringList());
    }
}
