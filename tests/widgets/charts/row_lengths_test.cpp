// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/row_lengths_chart.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace tscope;
using namespace tscope::charts;

TEST(RowLengths, EveryRowIsInABin)
{
    const auto lengths = rowLengthsOf({0, 0, 1, 2, 3, 3, 900, -4});

    EXPECT_EQ(lengths.rows, 8);
    EXPECT_EQ(lengths.empty, 3); // one of them would end before it begins
    EXPECT_EQ(lengths.greatest, 900);
    for (const auto& bins : {lengths.evenBins, lengths.doublingBins})
        EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), std::int64_t{0},
                                  [](std::int64_t sum, const LengthBin& bin) { return sum + bin.rows; }),
                  8);
    EXPECT_EQ(lengths.doublingBins[2].first, 2);
    EXPECT_EQ(lengths.doublingBins[2].rows, 3);
    EXPECT_EQ(lengths.curve.front().length, 900);
    EXPECT_EQ(lengths.curve.back().length, 0);
    std::vector<std::int64_t> many(1000000, 5);
    many[777777] = 123456;
    EXPECT_EQ(rowLengthsOf(many).curve[0].length, 123456);
    EXPECT_EQ(rowLengthsOf(many).curve[1].length, 5);
    EXPECT_LE(rowLengthsOf(many).curve.size(), 600U);
}

TEST(RowLengthsChart, ABinTellsItsRowsOnBothScales)
{
    RowLengthsChart chart;
    chart.setLengths(rowLengthsOf({0, 0, 1, 2, 3, 3, 900}));
    test::showAt(chart, {1240, 300});
    QSignalSpy chosen(&chart, &RowLengthsChart::lengthsChosen);

    QTest::mouseClick(&chart, Qt::LeftButton, {}, test::middleOf(chart.drawing(), 0).toPoint());
    chart.setLog(true);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, test::middleOf(chart.drawing(), 2).toPoint());

    ASSERT_EQ(chosen.size(), 2);
    EXPECT_EQ(chosen[0][1].value<std::int64_t>(), 22);
    EXPECT_EQ(chosen[1][0].value<std::int64_t>(), 2);
    EXPECT_EQ(chosen[1][1].value<std::int64_t>(), 3);
}
