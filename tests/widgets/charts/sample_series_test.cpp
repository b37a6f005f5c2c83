// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/sample_series_chart.h"
#include "widgets/charts/shown_charts.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::charts;

TEST(SampleSeries, RoundsAndOutliersAreAllThere)
{
    auto session = test::oneCell();
    session.rows[0].warm = test::figureAround(1000, 9000, 3);
    session.rows[0].warm.samples[4000] = 77777;
    const auto series = sampleSeriesOf(session, 0, Time::warm);

    ASSERT_EQ(series.rounds.size(), 3U);
    EXPECT_EQ(series.rounds[1].first, 3000U);
    EXPECT_LE(series.rounds[1].samples.size(), 600U);
    EXPECT_EQ(std::ranges::max(series.rounds[1].samples, {}, &Sample::nanoseconds).nanoseconds, 77777);
    EXPECT_EQ(tableOf(series).rows.size(), 9000U);
    EXPECT_EQ(sampleSeriesOf(session, 7, Time::warm).all.size(), 0U);
    session.rows[0].warm.rounds = {100000}; // as a file may say
    EXPECT_EQ(sampleSeriesOf(session, 0, Time::warm).rounds.size(), 1U);
}

TEST(SampleSeriesChart, RoundsDifferInTheirShapes)
{
    SampleSeriesChart chart;
    chart.setSeries(sampleSeriesOf(test::smallSession(), 2, Time::cold));
    test::showAt(chart, {700, 260});
    const auto& field = chart.drawing().fields.at(0);

    ASSERT_EQ(field.marks.size(), 30U);
    EXPECT_NE(field.marks.front().shape, field.marks.back().shape);
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("round 3")));
    EXPECT_TRUE(test::hasLabel(chart.drawing(), QStringLiteral("spmv, "))) << "which form is drawn";
    for (const auto& mark : field.marks)
        EXPECT_TRUE(field.rect.contains(mark.at));
    QSignalSpy chosen(&chart, &Chart::variantChosen);
    QSignalSpy pointed(&chart, &Chart::pointed);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, field.marks[4].at.toPoint());
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 2U);
    EXPECT_TRUE(pointed.last()[0].toString().startsWith(QStringLiteral("sample 5 of 30, round 1")))
        << pointed.last()[0].toString().toStdString();
}
