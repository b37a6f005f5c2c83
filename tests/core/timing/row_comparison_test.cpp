// SPDX-License-Identifier: Apache-2.0
#include "timing/row_comparison.h"

#include "core/timing/support/made_session.h"
#include "timing/headline.h"
#include "timing/verdicts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <random>

namespace tscope::timing {

namespace {

// Rounds of seven samples with these medians.
Figure inRounds(const std::vector<double>& medians, double spread = 0.005)
{
    Figure out;
    for (const auto median : medians) {
        for (const double part : {-1.0, -0.5, -0.2, 0.0, 0.2, 0.5, 1.0})
            out.samples.push_back(median * (1 + part * spread));
        out.rounds.push_back(7);
    }
    return out;
}

Row rowIn(const char* layout, const std::vector<double>& medians, const char* device = "cpu")
{
    auto out = okRow(form(layout), inRounds(medians), device);
    out.noise = betweenRounds(out.warm);
    return out;
}

Session inThreeRounds(std::vector<Row> rows)
{
    auto out = sessionOf(std::move(rows));
    out.rounds = 3;
    out.noise = noiseOf(out.rows);
    return out;
}

} // namespace

// Times of a shared machine. The third form was disturbed, which says nothing of the other two.
TEST(RowComparison, DecidesWhatIsFasterInEveryRound)
{
    const auto session = inThreeRounds({rowIn("bsr", {436e3, 418e3, 414e3}), rowIn("csr", {520e3, 519e3, 517e3}),
                                        rowIn("coo", {900e3, 2800e3, 700e3})});
    const RowComparison comparison(session);
    const auto ratio = comparison.ratio(0, 1);
    EXPECT_DOUBLE_EQ(ratio.value, 519.0 / 418);
    EXPECT_GT(ratio.low, 1.1);
    EXPECT_LT(ratio.high, 1.35);
    EXPECT_EQ(comparison.word(0, 1), Word::faster);
    EXPECT_EQ(comparison.word(1, 0), Word::slower);
    EXPECT_EQ(verdictsOf(session).front().word, Word::faster);
    EXPECT_EQ(verdictsOf(session).front().ratio, ratio);
}

TEST(RowComparison, RowsThatChangePlacesHaveTheInverseRatio)
{
    for (const auto& times : {std::vector{100.0, 220.0, 90.0}, std::vector{100.0, 220.0}}) {
        auto other = times;
        for (auto& time : other)
            time *= 1.3 + 0.0001 * time;
        const auto session = sessionOf({rowIn("csr", times), rowIn("coo", other)});
        const RowComparison comparison(session);
        const auto ratio = comparison.ratio(0, 1), inverse = comparison.ratio(1, 0);
        EXPECT_NEAR(ratio.value, 1 / inverse.value, 1e-12);
        EXPECT_NEAR(ratio.low, 1 / inverse.high, 1e-12);
        EXPECT_EQ(comparison.ratio(0, 0), Ratio{});
    }
}

TEST(RowComparison, ADisturbanceOfAWholeRoundIsNoNoise)
{
    const auto session = inThreeRounds({rowIn("csr", {100, 190, 72}), rowIn("coo", {121, 229, 86})});
    EXPECT_EQ(RowComparison(session).word(0, 1), Word::faster);
    const auto ratio = RowComparison(session).ratio(0, 1);
    EXPECT_LT(ratio.high / ratio.low, 1.075) << "widened by less than 2 % to each side";
    EXPECT_GT(*session.rows[0].noise, 1);
}

// As a chart compares them: neither tensor has another form whose rounds would tell what is usual.
TEST(RowComparison, RowsOfTwoTensorsHaveOneAnswerHoweverOftenTheyAreAsked)
{
    auto rows = std::vector{rowIn("csr", {100, 130, 90}), rowIn("csr", {120, 118, 119})};
    rows[1].tensor = "another";
    const auto session = inThreeRounds(std::move(rows));
    const RowComparison comparison(session);
    const auto ratio = comparison.ratio(0, 1);
    EXPECT_GT(ratio.high / ratio.low, 2.5) << "widened by more than 30 % to each side";
    EXPECT_EQ(comparison.ratio(0, 1), ratio);
}

TEST(RowComparison, RoundsThatAreAlikeByLuckDecideNothing)
{
    const auto session =
        inThreeRounds({rowIn("csr", {100, 100, 100}), rowIn("coo", {107, 108, 107}), rowIn("csc", {100, 150, 120}),
                       rowIn("bsr", {170, 110, 150}), rowIn("bsc", {90, 140, 190})});
    EXPECT_EQ(RowComparison(session).word(0, 1), Word::undecided);
}

// Each further round makes it less likely that rounds are alike by luck.
TEST(RowComparison, MoreRoundsAreMoreCertain)
{
    std::vector<double> csr, coo;
    double before = 1e9;
    for (int round = 0; round < 9; ++round) {
        csr.push_back(100);
        coo.push_back(round % 2 == 0 ? 110 : 120);
        if (round < 1)
            continue;
        const auto session = sessionOf({rowIn("csr", csr), rowIn("coo", coo)});
        const auto ratio = RowComparison(session).ratio(0, 1);
        EXPECT_LE(ratio.high / ratio.low, before + 1e-12) << round + 1;
        before = ratio.high / ratio.low;
    }
    const auto session = sessionOf({rowIn("csr", csr), rowIn("coo", coo)});
    const auto ratio = RowComparison(session).ratio(0, 1);
    EXPECT_NEAR(ratio.low, 1.1 * 0.995 / 1.005, 1e-9) << "not widened";
    EXPECT_NEAR(ratio.high, 1.2 * 1.005 / 0.995, 1e-9);
}

TEST(RowComparison, DifferentNumbersOfRoundsAreComparedByAllOfThem)
{
    auto session = inThreeRounds({rowIn("csr", {100, 110, 105}), rowIn("coo", {300, 310})});
    const auto ratio = RowComparison(session).ratio(0, 1);
    const auto plain = ratioOf(session.rows[1].warm.median(), session.rows[0].warm.median());
    EXPECT_EQ(ratio, widened(plain, *session.rows[0].noise)) << "the greater noise of the two";
    session.rows.push_back(rowIn("csc", {100, 300, 200}));
    EXPECT_EQ(RowComparison(session).ratio(0, 1), ratio) << "another row's noise is none of theirs";
}

TEST(RowComparison, OneRoundOfSeveralDecidesOnlyWhatIsFarApart)
{
    const auto session = inThreeRounds(
        {rowIn("csr", {100}), rowIn("strided", {7700}), rowIn("coo", {190}), rowIn("csc", {150, 160})});
    const RowComparison comparison(session);
    EXPECT_EQ(comparison.word(0, 1), Word::faster);
    EXPECT_EQ(comparison.word(1, 0), Word::slower);
    EXPECT_EQ(comparison.word(0, 2), Word::undecided);
    EXPECT_FALSE(isFarApart({4, 2.5, 6}, 1.6));
    EXPECT_TRUE(isFarApart({4, 2.7, 6}, 1.6));
    EXPECT_TRUE(isFarApart({0.013, 0.012, 0.014}, 0));
}

TEST(RowComparison, ComparesTheTimeThatIsAskedFor)
{
    auto session = inThreeRounds({rowIn("csr", {100, 100, 100}), rowIn("coo", {300, 300, 300})});
    session.rows[0].cold = inRounds({200, 200, 200});
    session.rows[1].cold = inRounds({100, 100, 100});
    EXPECT_EQ(RowComparison(session).word(0, 1), Word::faster);
    EXPECT_EQ(RowComparison(session, &Row::cold).word(0, 1), Word::slower);
}

namespace {

// A session of forms that take as long as the first, but for the second, which takes `ratio` as long. Whole rounds
// are disturbed, and each time by itself a little.
Session disturbed(std::mt19937_64& random, double ratio, std::size_t forms, std::size_t rounds)
{
    constexpr std::array layouts{"csr", "coo", "csc", "bsr", "bsc", "strided"};
    std::uniform_real_distribution<double> common(0.7, 2);
    std::normal_distribution<double> own(0, 0.02);
    std::vector<std::vector<double>> times(forms);
    for (std::size_t round = 0; round < rounds; ++round) {
        const auto slow = common(random);
        for (std::size_t i = 0; i < forms; ++i)
            times[i].push_back(1000 * slow * std::exp(own(random)) * (i == 1 ? ratio : 1));
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < forms; ++i)
        rows.push_back(rowIn(layouts.at(i), times[i]));
    return inThreeRounds(std::move(rows));
}

} // namespace

TEST(RowComparison, OnASharedMachineDecidesWhatDiffersAndRarelyWhatDoesNot)
{
    constexpr std::uint64_t seed = 20261128;
    std::cout << "seed " << seed << '\n';
    std::mt19937_64 random(seed);
    constexpr int sessions = 200;
    for (const std::size_t forms : {2, 3, 5})
        for (const std::size_t rounds : {3, 6}) {
            SCOPED_TRACE(std::to_string(forms) + " forms, " + std::to_string(rounds) + " rounds");
            int right = 0, wrong = 0;
            for (int i = 0; i < sessions; ++i) {
                right += RowComparison(disturbed(random, 1.2, forms, rounds)).word(0, 1) == Word::faster ? 1 : 0;
                const auto word = RowComparison(disturbed(random, 1, forms, rounds)).word(0, 1);
                wrong += word == Word::faster || word == Word::slower ? 1 : 0;
            }
            EXPECT_GT(right, sessions * 8 / 10);
            EXPECT_LE(wrong, sessions * 5 / 100);
        }
}

} // namespace tscope::timing
