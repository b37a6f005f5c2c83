// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bars.h"

#include "charts/bar_texts.h"
#include "charts/far_out.h"
#include "timing/row_comparison.h"
#include "widgets/charts/sessions.h"

#include <QRegularExpression>

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::charts;

namespace {

QStringList titlesOf(const Bars& bars)
{
    QStringList titles;
    for (const auto& bar : bars.bars)
        titles << bar.title;
    return titles;
}

} // namespace

TEST(Bars, TheFastestComesFirstAndWhatHasNoTimeStays)
{
    const auto bars = barsOf(test::smallSession(), {test::spmvCells(), Time::warm, {}});

    EXPECT_EQ(titlesOf(bars),
              QStringList({QStringLiteral("csr \u00b7 cuda:0"), QStringLiteral("bsr 4x4 \u00b7 cpu"),
                           QStringLiteral("csr \u00b7 cpu"), QStringLiteral("coo \u00b7 cpu"),
                           QStringLiteral("strided \u00b7 cpu"), QStringLiteral("csc \u00b7 cpu"),
                           QStringLiteral("bsc 4x4 \u00b7 cpu"), QStringLiteral("jagged \u00b7 cpu")}));
    EXPECT_EQ(bars.bars[5].reason,
              QStringLiteral("not supported: no kernel takes csc times strided on the processor"));
    EXPECT_TRUE(bars.bars[6].reason.startsWith(QStringLiteral("failed: row 17")));
    EXPECT_EQ(bars.bars[7].reason, QStringLiteral("not measured"));
    EXPECT_FALSE(bars.bars[6].time);
}

TEST(Bars, NumbersAreThoseOfTheSession)
{
    const auto session = test::smallSession();
    for (const auto time : allTimes)
        for (const auto& bar : barsOf(session, {test::spmvCells(), time, {}}).bars) {
            const auto& figure = figureOf(session.rows[bar.row], time);
            ASSERT_EQ(bar.time.has_value(), figure.isThere());
            if (!bar.time)
                continue;
            EXPECT_EQ(bar.time->value, figure.median().value);
            EXPECT_EQ(bar.time->low, figure.median().low);
            EXPECT_EQ(bar.time->high, figure.median().high);
            EXPECT_EQ(bar.sampleCount, figure.samples.size());
        }
}

TEST(Bars, WhatWasNotMeasuredSaysWhy)
{
    const auto session = test::smallSession();
    const auto reasonOfCsr = [&](Time time) {
        const auto bars = barsOf(session, {{"matrix", "spmv", {"cpu"}}, time, {}});
        return std::ranges::find(bars.bars, QStringLiteral("csr"), &Bar::title)->reason;
    };

    EXPECT_EQ(reasonOfCsr(Time::conversion), QStringLiteral("the tensor was given in this form"));
    EXPECT_EQ(reasonOfCsr(Time::endToEnd), QStringLiteral("nothing has to be transferred"));
}

TEST(Bars, RatiosAreByTheChosenBaseline)
{
    const auto session = test::smallSession();
    const auto bars = barsOf(session, {test::spmvCells(), Time::warm, 0});

    const auto& csr = *std::ranges::find(bars.bars, 0U, &Bar::row);
    const auto& coo = *std::ranges::find(bars.bars, 1U, &Bar::row);
    EXPECT_TRUE(csr.isBaseline);
    EXPECT_EQ(*coo.ratio, timing::RowComparison(session).ratio(csr.row, coo.row));
    EXPECT_GT(coo.ratio->value, 2);
    EXPECT_FALSE(barsOf(session, {test::spmvCells(), Time::warm, 5}).hasBaseline); // it failed
    EXPECT_FALSE(barsOf(session, {test::spmvCells(), Time::warm, {}}).bars[0].ratio);
}

TEST(Bars, FillIsApartFromTheOtherValues)
{
    const auto bars = barsOf(test::smallSession(), {test::spmvCells(), Time::warm, {}});

    const auto& bsr = *std::ranges::find(bars.bars, 2U, &Bar::row);
    ASSERT_TRUE(bsr.footprint);
    EXPECT_EQ(bsr.footprint->parts, (std::array<double, 4>{808 * 3, 4000, 6000, 2000}));
    EXPECT_EQ(bars.greatestBytes, std::ranges::max(bars.bars, {}, [](const Bar& bar) {
                                      return bar.footprint ? bar.footprint->bytes() : 0;
                                  }).footprint->bytes());
}

TEST(Bars, AFewSamplesKeepTheExtremeOnesAndTheirOrder)
{
    std::vector<double> samples(5000, 10);
    samples[1234] = 99;
    samples[4321] = 1;

    const auto few = fewOf(samples, 48);

    EXPECT_LE(few.size(), 48U);
    EXPECT_TRUE(std::ranges::is_sorted(few, {}, &TimedSample::when));
    EXPECT_EQ(std::ranges::max(few, {}, &TimedSample::nanoseconds).nanoseconds, 99);
    EXPECT_EQ(std::ranges::min(few, {}, &TimedSample::nanoseconds).nanoseconds, 1);
}

TEST(Bars, WhatIsFarOutIsToldApart)
{
    EXPECT_EQ(usualEndOf(std::vector<double>{7}), 7);
    EXPECT_EQ(usualEndOf(std::vector<double>{10, 11, 12, 13, 14, 900}), 14);
    EXPECT_EQ(usualEndOf(std::vector<double>{900, 10, 12, 11}), 12);
    EXPECT_EQ(usualEndOf(std::vector<double>{5, 5, 5, 5, 6}), 5);
    EXPECT_EQ(usualEndOf(std::vector<double>{10, 10, 10, 40, 40, 40}), 40) << "half of them are no outliers";
    EXPECT_EQ(samplesBeyond(std::vector<double>{9, 3, 7, 5}, 5), (std::vector<double>{7, 9}));
}

TEST(Bars, AnExtremeSampleIsBeyondTheReachAndIsCounted)
{
    auto session = test::oneCell();
    auto& samples = session.rows[0].warm.samples;
    samples.assign(40, 1000);
    for (std::size_t i = 0; i < samples.size(); i += 2)
        samples[i] = 1100;
    samples[7] = 1e6;
    samples[19] = 5e5;
    const auto bars = barsOf(session, {test::spmvCells(), Time::warm, {}});

    EXPECT_GT(bars.reach, 1100);
    EXPECT_LT(bars.reach, 1200);
    EXPECT_EQ(bars.bars[0].farOut, (std::vector<double>{5e5, 1e6}));
    EXPECT_EQ(bars.beyond(bars.reach), 2U);
    EXPECT_EQ(bars.beyond(6e5), 1U);
    EXPECT_EQ(bars.beyond(1e6), 0U);
    const auto text = textOf(bars.bars[0], bars.time);
    EXPECT_TRUE(text.contains(QRegularExpression(QStringLiteral("2 sample\\S* far out, up to 1\\.00 ms"))))
        << text.toStdString();
    const auto table = tableOf(bars);
    EXPECT_EQ(table.rows[0][table.header.indexOf(QStringLiteral("samples far out"))], QStringLiteral("2"));
    EXPECT_EQ(table.rows[0][table.header.indexOf(QStringLiteral("farthest (ns)"))].toDouble(), 1e6);
}

TEST(Bars, TheReachHoldsAllIntervals)
{
    for (const auto& [name, session] : test::allSessions()) {
        if (session.rows.empty())
            continue;
        const auto bars = barsOf(session, {{session.rows[0].tensor, session.rows[0].op, {}}, Time::warm, {}});
        for (const auto& bar : bars.bars)
            if (bar.time) {
                EXPECT_LT(bar.time->high, bars.reach) << name;
            }
    }
}

TEST(Bars, FormsThatDifferInTypesOnlyAreToldApart)
{
    auto session = test::oneCell();
    session.rows.push_back(session.rows[0]);
    session.rows[1].variant.indexDType = "int32";

    const auto titles = titlesOf(barsOf(session, {test::spmvCells(), Time::warm, {}}));

    EXPECT_TRUE(titles.contains(QStringLiteral("csr float32/int64")));
    EXPECT_TRUE(titles.contains(QStringLiteral("csr float32/int32")));
}

TEST(Bars, TheTableHasAllNumbersAndTheirUnits)
{
    const auto bars = barsOf(test::smallSession(), {test::spmvCells(), Time::warm, 0});
    const auto table = tableOf(bars);

    ASSERT_EQ(table.rows.size(), bars.bars.size());
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        EXPECT_EQ(table.rows[i].size(), table.header.size());
        EXPECT_EQ(table.rows[i][0], bars.bars[i].title);
        if (bars.bars[i].time) {
            EXPECT_EQ(table.rows[i][table.header.indexOf(QStringLiteral("median (ns)"))].toDouble(),
                      bars.bars[i].time->value);
        }
    }
    EXPECT_TRUE(table.header.contains(QStringLiteral("fill (bytes)")));
}
