// SPDX-License-Identifier: Apache-2.0
#include "timing/noise.h"

#include "timing/session_diff.h"
#include "timing/verdicts.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

Row measured(const std::string& op, double median, double noise)
{
    Row row;
    row.op = op;
    row.device = "cpu";
    row.variant.layout = "form " + std::to_string(static_cast<int>(median));
    row.status = Status::ok;
    row.isChecked = true;
    row.warm.samples.assign(7, median);
    row.warm.rounds = {7};
    row.noise = noise;
    return row;
}

// Of a quiet operation and a loud one so many rows each.
Session session(int rows)
{
    Session out;
    for (int i = 0; i < rows; ++i) {
        out.rows.push_back(measured("quiet", 100 * (1 + i), 0.01 + 0.001 * i));
        out.rows.push_back(measured("loud", 100 * (1 + i), 0.5 + 0.01 * i));
    }
    out.noise = noiseOf(out.rows);
    return out;
}

} // namespace

TEST(Noises, BetweenRoundsIsThatOfTheirMedians)
{
    Figure figure;
    figure.samples = {10, 11, 12, 20, 22, 24, 30};
    figure.rounds = {3};
    EXPECT_EQ(betweenRounds(figure), std::nullopt);
    figure.rounds = {3, 0};
    EXPECT_EQ(betweenRounds(figure), std::nullopt);
    figure.rounds = {3, 3};
    EXPECT_DOUBLE_EQ(*betweenRounds(figure), 1.0); // 11 and 22
    figure.rounds = {3, 0, 3};
    EXPECT_DOUBLE_EQ(*betweenRounds(figure), 1.0);
    figure.rounds = {3, 3, 1};
    EXPECT_DOUBLE_EQ(*betweenRounds(figure), 30.0 / 11 - 1);
}

TEST(Noises, OfRowsItIsThatOf95In100)
{
    EXPECT_EQ(noiseOf({}), 0);
    std::vector<Row> rows;
    for (int i = 1; i <= 100; ++i)
        rows.push_back(measured("sum", 100, 0.001 * ((i * 37) % 101))); // each of 1 to 100, in no order
    EXPECT_DOUBLE_EQ(noiseOf(rows), 0.095);
    rows.push_back(measured("sum", 100, 9));
    rows.back().status = Status::failed;
    rows.push_back(measured("sum", 100, 9));
    rows.back().isSimulated = true;
    EXPECT_DOUBLE_EQ(noiseOf(rows), 0.095);
}

TEST(Noises, ARowHasItsOwn)
{
    const auto many = session(6);
    EXPECT_DOUBLE_EQ(Noise(many).of(many.rows[0]), 0.01);
    EXPECT_DOUBLE_EQ(Noise(many).of(many.rows[10]), 0.015);
    EXPECT_DOUBLE_EQ(Noise(many).of(many.rows[1]), 0.5);
    EXPECT_DOUBLE_EQ(Noise(many).greatest(), 0.55);
}

TEST(Noises, WhatWasMeasuredOnceHasThatOfAll)
{
    auto many = session(6);
    many.rows[0].noise.reset();
    EXPECT_DOUBLE_EQ(Noise(many).of(many.rows[0]), 0.55);
    Session once;
    once.noise = 0.3;
    once.rows.push_back(measured("sum", 100, 0));
    once.rows[0].noise.reset();
    EXPECT_DOUBLE_EQ(Noise(once).of(once.rows[0]), 0.3);
}

TEST(Noises, AreToldAsTheRowsHaveThem)
{
    auto many = session(6);
    many.noise = 0; // as long as a session goes on
    EXPECT_EQ(Noise(many).text(), "1.5 % (median), 55 % (95th percentile)");
    EXPECT_EQ(Noise(Session()).text(), "");
}

TEST(Noises, ALoudCellBlursNoVerdictOfQuietOnes)
{
    auto given = session(6);
    given.rows[10].noise = 3; // the last quiet one
    given.verdicts = verdictsOf(given);
    const auto lowOf = [&](std::size_t a, std::size_t b) {
        for (const auto& verdict : given.verdicts)
            if (verdict.a == a && verdict.b == b)
                return verdict.ratio.low;
        return 0.0;
    };
    EXPECT_NEAR(lowOf(0, 2), 2 / 1.011, 1e-12);
    EXPECT_NEAR(lowOf(1, 3), 2 / 1.51, 1e-12);
}

TEST(Noises, ReadersAreToldWhatSpeaksAgainstTimes)
{
    EXPECT_TRUE(remarksOnNoise(Session()).empty());
    auto given = session(2);
    given.rows[1].warm.isNarrow = true;
    given.rows[3].isSimulated = true;
    given.isPartial = true;
    given.rounds = 3;
    given.rows.emplace_back().status = Status::cancelled; // no measurement
    given.machine.remarks = {"Other programs used 0.8 of 2 cores."};
    EXPECT_EQ(
        remarksOnNoise(given),
        (std::vector<std::string>{
            "Over all operations, repeated rounds differ by 1.1 % (median), 50 % (95th percentile). Verdicts "
            "compare forms round by round: what slows all forms of a round alike does not count, and few rounds "
            "widen the interval of a ratio.",
            "In 3 of 4 measurements the time limit was reached before the interval was narrow enough.",
            "Some devices are simulated by the host: their times say nothing about a real device and take no part "
            "in verdicts.",
            "The measurement was stopped in round 1 of 3: not all forms were measured.",
            "Forms that were measured in one round only are called faster or slower only if they are more than 2x "
            "apart.",
            "Other programs used 0.8 of 2 cores."}));
}

TEST(Noises, AreOneNumberWhereBothAreAlike)
{
    Session once;
    once.rows.push_back(measured("sum", 100, 0.35));
    EXPECT_EQ(Noise(once).text(), "35 %");
}

TEST(Noises, OfASingleRoundReadersAreToldThatNothingIsKnown)
{
    auto once = session(2);
    once.noise = 0;
    for (auto& row : once.rows)
        row.noise.reset();
    EXPECT_EQ(
        remarksOnNoise(once).front(),
        "Each time was measured in one round, so the difference between rounds is not known and verdicts do not "
        "allow for it.");
}

} // namespace tscope::timing
