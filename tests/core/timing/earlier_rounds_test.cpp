// SPDX-License-Identifier: Apache-2.0
#include "timing/earlier_rounds.h"

#include "core/timing/support/made_session.h"
#include "timing/noise.h"
#include "timing/row_comparison.h"
#include "timing/session_diff.h"
#include "timing/verdicts.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

Figure inThreeRounds(double first, double second, double third)
{
    Figure out;
    for (const auto median : {first, second, third}) {
        out.samples.insert(out.samples.end(), 7, median);
        out.rounds.push_back(7);
    }
    return out;
}

Session sessionAt(const char* time, const Figure& ofCsr, const Figure& ofCoo)
{
    auto out = sessionOf({okRow(form("csr"), ofCsr), okRow(form("coo"), ofCoo)});
    out.takenAt = time;
    out.rounds = 3;
    for (auto& row : out.rows)
        row.noise = betweenRounds(row.warm);
    out.verdicts = verdictsOf(out);
    return out;
}

Session earlierOne()
{
    return sessionAt("2026-11-25T10:00:00Z", inThreeRounds(100, 100, 100), inThreeRounds(104, 109, 112));
}
Session laterOne()
{
    return sessionAt("2026-11-25T11:00:00Z", inThreeRounds(100, 200, 100), inThreeRounds(109, 210, 113));
}

} // namespace

TEST(EarlierRounds, AreNotComparedWithThemselves)
{
    const auto earlier = earlierOne(), later = laterOne();
    EXPECT_EQ(whyNotCompared(earlier, later), "");
    const auto both = withEarlierRounds(earlier, later);
    ASSERT_EQ(both.rounds, 6);
    const std::string why = "The measurement of 2026-11-25T11:00:00Z contains the rounds of that of "
                            "2026-11-25T10:00:00Z, which it continues: compare it with one that was measured "
                            "separately.";
    EXPECT_EQ(whyNotCompared(earlier, both), why);
    EXPECT_EQ(whyNotCompared(both, earlier), why);
}

// Samples of another tensor may be alike: times are counted in ticks of a clock.
TEST(EarlierRounds, AreThoseOfTheSameTensor)
{
    const auto earlier = earlierOne();
    auto both = withEarlierRounds(earlier, laterOne());
    both.subjects[0].name = "renamed";
    for (auto& row : both.rows)
        row.tensor = "renamed";
    EXPECT_NE(whyNotCompared(earlier, both), "");
    both.subjects[0].contentHash = "hash of another";
    EXPECT_EQ(whyNotCompared(earlier, both), "");
}

TEST(EarlierRounds, AreKeptAndMakeALongerMeasurementMoreCertain)
{
    const auto earlier = earlierOne();
    ASSERT_EQ(earlier.verdicts.front().word, Word::undecided);
    auto later = laterOne();
    later.subjects[0].name = "renamed";
    for (auto& row : later.rows)
        row.tensor = "renamed";
    const auto both = withEarlierRounds(earlier, later);
    EXPECT_EQ(both.rounds, 6);
    EXPECT_EQ(both.takenAt, later.takenAt);
    ASSERT_EQ(both.rows[0].warm.rounds.size(), 6U);
    EXPECT_EQ(both.rows[0].warm.samples.size(), 42U);
    EXPECT_EQ(both.rows[0].warm.samples.back(), 100);
    EXPECT_DOUBLE_EQ(*both.rows[0].noise, 1);
    EXPECT_EQ(both.verdicts.front().word, Word::faster);
    EXPECT_EQ(both.machine.remarks.back(), "The first 3 of 6 rounds are those of 2026-11-25T10:00:00Z.");
    EXPECT_EQ(withEarlierRounds(both, later).rounds, 9) << "and longer still";
}

TEST(EarlierRounds, AreLeftWhereTheyAreNotOfTheSameCells)
{
    const auto later = laterOne();
    const auto isLeft = [&](auto&& change) {
        auto earlier = earlierOne();
        change(earlier);
        return withEarlierRounds(earlier, later) == later;
    };
    EXPECT_FALSE(isLeft([](Session&) {}));
    EXPECT_TRUE(isLeft([](Session& earlier) { earlier.machine.processor = "another one"; }));
    EXPECT_TRUE(isLeft([](Session& earlier) { earlier.subjects[0].contentHash = "another one"; }));
    EXPECT_TRUE(isLeft([](Session& earlier) { earlier.rows.pop_back(); }));
    EXPECT_TRUE(isLeft([](Session& earlier) { earlier.rows[1].kernel = "another one"; }));
    EXPECT_TRUE(isLeft([](Session& earlier) { earlier.rows[1].status = Status::failed; }));
    EXPECT_TRUE(isLeft([](Session& earlier) { earlier.rows[1].warm.rounds = {7, 14}; }));
    EXPECT_TRUE(isLeft([](Session& earlier) { earlier.isPartial = true; }));
    auto stopped = laterOne();
    stopped.isPartial = true;
    EXPECT_EQ(withEarlierRounds(earlierOne(), stopped), stopped);
}

} // namespace tscope::timing
