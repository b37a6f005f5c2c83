// SPDX-License-Identifier: Apache-2.0
#include "timing/break_even.h"

#include "core/timing/support/made_session.h"
#include "timing/verdicts.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

Session converting(Figure given, Figure converted, Figure conversion)
{
    auto row = okRow(form("bsr", {4, 4}), std::move(converted));
    row.conversion = std::move(conversion);
    return sessionOf({okRow(form("csr"), std::move(given)), row});
}

} // namespace

TEST(BreakEven, IsWhereWhatIsSavedHasPaidTheConversion)
{
    // 1000 ns for 30 ns a use; at best 900 for 45, at worst 1200 for 15.
    const auto found = breakEvensOf(converting(timed(130, 125, 135), timed(100, 90, 110), timed(1000, 900, 1200)));

    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].row, 1U);
    EXPECT_EQ(found[0].given, 0U);
    EXPECT_EQ(found[0].uses, 34); // 33.3
    EXPECT_EQ(found[0].low, 20);
    EXPECT_EQ(found[0].high, 80);
    EXPECT_EQ(text(found[0]), "after 34 uses (20-80)");
}

namespace {

// Rounds of 20 samples with these medians and no spread.
Figure inRounds(std::initializer_list<double> medians)
{
    Figure out;
    for (const auto median : medians) {
        out.samples.insert(out.samples.end(), 20, median);
        out.rounds.push_back(20);
    }
    return out;
}

} // namespace

// A slow second round is slow for both: a use saves a third in every round, however slow the machine was.
TEST(BreakEven, ComparesTheTimesOfOneRound)
{
    const auto found =
        breakEvensOf(converting(inRounds({150, 300, 150}), inRounds({100, 200, 100}), timed(1000)))[0];
    EXPECT_EQ(found.uses, 20);
    EXPECT_EQ(found.low, 10) << "as in the slow round";
    EXPECT_EQ(found.high, 20);
}

TEST(BreakEven, HasAWiderIntervalWhereTheMachineIsNoisy)
{
    // The ratios of the rounds differ by a fifth.
    const auto found =
        breakEvensOf(converting(inRounds({150, 180, 150}), inRounds({100, 100, 100}), timed(1000)))[0];
    EXPECT_EQ(found.uses, 20);
    EXPECT_EQ(found.low, 11) << "1000 by 180 - 180 / (1.8 * 1.2)";
    EXPECT_EQ(found.high, 34) << "1000 by 150 - 150 / (1.5 / 1.2)";
    const auto noisy = converting(inRounds({150, 240, 150}), inRounds({100, 100, 100}), timed(1000));
    EXPECT_EQ(text(breakEvensOf(noisy)[0]), "undecided: it may never pay") << "150 / 1.6 is less than 100";

    auto unpaired = converting(inRounds({150, 150}), inRounds({100, 100, 100}), timed(1000));
    for (auto& row : unpaired.rows)
        row.noise = 0.2;
    EXPECT_EQ(breakEvensOf(unpaired)[0].high, 34);
}

// By the medians over all rounds the form is 1.1 times as fast only.
TEST(BreakEven, FollowsTheRatioOfTheVerdict)
{
    const auto session = converting(inRounds({160, 320, 1600, 176, 160, 320, 176}),
                                    inRounds({100, 200, 1000, 160, 100, 200, 160}), timed(1000));
    const auto verdict = verdictsOf(session)[0];
    const auto found = breakEvensOf(session)[0];
    EXPECT_DOUBLE_EQ(verdict.ratio.value, 1.6);
    EXPECT_DOUBLE_EQ(found.each, 110) << "176 by 1.6";
    EXPECT_EQ(found.uses, 16) << "1000 by 66";
}

TEST(BreakEven, MayNeverBe)
{
    EXPECT_EQ(text(breakEvensOf(converting(timed(100), timed(100), timed(10)))[0]), "never: it is not faster");
    EXPECT_EQ(text(breakEvensOf(converting(timed(100, 80, 120), timed(90, 85, 95), timed(100)))[0]),
              "undecided: it may never pay");
    EXPECT_EQ(text(breakEvensOf(converting(timed(100, 80, 120), timed(110, 90, 130), timed(100)))[0]),
              "undecided: it may never pay");
}

// A table that says "pays after 972" beside a verdict that says "the same" helps nobody.
TEST(BreakEven, IsToldOnlyWhereTheVerdictSaysFaster)
{
    Random random(11);
    for (int round = 0; round < 300; ++round) {
        SCOPED_TRACE(round);
        const auto around = [&](double middle) {
            return timed(middle, middle * (1 - 0.0005 * static_cast<double>(random.below(100))),
                         middle * (1 + 0.0005 * static_cast<double>(random.below(100))));
        };
        auto session =
            converting(around(1000), around(900 + static_cast<double>(random.below(200))), around(5000));
        for (auto& row : session.rows)
            row.noise = 0.001 * static_cast<double>(random.below(60));
        const auto verdict = verdictsOf(session)[0];
        const bool isConvertedFaster = verdict.word == (verdict.a == 1 ? Word::faster : Word::slower);
        const auto found = breakEvensOf(session)[0];
        EXPECT_EQ(found.uses.has_value(), isConvertedFaster) << verdict.text;
        EXPECT_EQ(found.word == Word::undecided, verdict.word == Word::undecided) << verdict.text;
        EXPECT_EQ(found.word == Word::same, verdict.word == Word::same) << verdict.text;
    }
}

TEST(BreakEven, ManyUsesAreWholeNumbersWithSeparators)
{
    EXPECT_EQ(usesText(1), "1");
    EXPECT_EQ(usesText(972), "972");
    EXPECT_EQ(usesText(1234), "1230");
    EXPECT_EQ(usesText(12'345), "12,300");
    EXPECT_EQ(usesText(250'000), "250,000");
    EXPECT_EQ(usesText(99'999), "100,000");
    EXPECT_EQ(usesText(1.234e9), "1,230,000,000");
    EXPECT_EQ(usesText(1e30), "1.00e+30");
}

TEST(BreakEven, IsAtLeastOneUse)
{
    EXPECT_EQ(text(breakEvensOf(converting(timed(1000), timed(1), timed(0)))[0]), "after 1 use (1-1)");
}

TEST(BreakEven, NeedsTheFormAsGivenAndAConversion)
{
    auto session = converting(timed(130), timed(100), timed(1000));
    session.rows[0].isChecked = false;
    EXPECT_TRUE(breakEvensOf(session).empty());
    session.rows[0].isChecked = true;
    session.rows[0].device = "cuda:0";
    EXPECT_TRUE(breakEvensOf(session).empty());
    EXPECT_TRUE(breakEvensOf(converting(timed(130), timed(100), {})).empty());
}

} // namespace tscope::timing
