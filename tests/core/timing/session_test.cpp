// SPDX-License-Identifier: Apache-2.0
#include "timing/session.h"

#include "core/timing/support/made_session.h"

#include <gtest/gtest.h>

namespace tscope::timing {

TEST(Session, NamesFormsAsPeopleDo)
{
    EXPECT_EQ(text(form("csr")), "csr");
    EXPECT_EQ(text(form("bsr", {16, 8})), "bsr 16x8");
    EXPECT_EQ(text(Variant{.layout = "strided", .isPadded = true}), "padded");
    EXPECT_EQ(text(Variant{.layout = "strided"}), "strided");
    EXPECT_EQ(name(Status::unsupported), "unsupported");
    EXPECT_EQ(name(Word::undecided), "undecided");
}

TEST(Session, FigureReachesFromTheLeastRoundToTheGreatest)
{
    Figure figure;
    // Of 9 samples the second and the eighth are the ends.
    for (const double first : {10.0, 30.0})
        for (int i = 0; i < 9; ++i)
            figure.samples.push_back(first + i);
    figure.rounds = {9, 9};

    const auto median = figure.median();

    EXPECT_EQ(median.value, 24); // between 18 and 30, the ninth and the tenth of all
    EXPECT_EQ(median.low, 11);
    EXPECT_EQ(median.high, 37);
}

TEST(Session, OfAFigureEachRoundSaysAsMuch)
{
    Figure figure;
    figure.samples = std::vector<double>(76, 2.5);
    for (const auto quiet : {0, 1, 2, 3, 4, 5, 6, 7, 68, 69, 70, 71, 72, 73, 74, 75})
        figure.samples[static_cast<std::size_t>(quiet)] = 1.1;
    figure.rounds = {8, 60, 8};
    EXPECT_EQ(figure.median().value, 1.1); // the loud round took the most samples
    EXPECT_EQ(figure.median().high, 2.5);
}

TEST(Session, FigureWithoutRoundsIsOneRound)
{
    const auto median = timed(20, 10, 40).median();

    EXPECT_EQ(median.value, 20);
    EXPECT_EQ(median.low, 10);
    EXPECT_EQ(median.high, 40);
}

TEST(Session, FigureOfRoundsThatDoNotFitIsStillOne)
{
    Figure figure;
    figure.samples = {3, 1, 2};
    figure.rounds = {2, 9};

    const auto median = figure.median();

    EXPECT_EQ(median.value, 2);
    EXPECT_LE(median.low, 2);
    EXPECT_GE(median.high, 2);
}

TEST(Session, FootprintSumsItsMembersWithoutWrapping)
{
    FootprintRow row;
    row.members = {{"values", 40}, {"plain", 80}};
    EXPECT_EQ(row.bytes(), 120);
    row.members.push_back({"compressed", std::numeric_limits<std::int64_t>::max()});
    EXPECT_EQ(row.bytes(), std::numeric_limits<std::int64_t>::max());
}

TEST(Session, LimitsAreThoseOfTheDevice)
{
    const auto session = emptySession();
    ASSERT_NE(session.limitsOf("cpu"), nullptr);
    EXPECT_EQ(session.limitsOf("cpu")->copyRate, 10);
    EXPECT_EQ(session.limitsOf("cuda:0"), nullptr);
}

} // namespace tscope::timing
