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

TEST(Noises, AnOperationHasItsOwnWhereThereAreEnoughRows)
{
    const auto many = session(6);
    const Noise noise(many);
    EXPECT_DOUBLE_EQ(noise.of(many.rows[0]), 0.015);
    EXPECT_DOUBLE_EQ(noise.of(many.rows[1]), 0.55);
    EXPECT_EQ(noise.text(), "55 % for loud on cpu, 1.5 % for quiet on cpu");
    EXPECT_FALSE(noise.isLoud(many.rows[0]));

    const auto few = session(4);
    EXPECT_DOUBLE_EQ(Noise(few).of(few.rows[0]), few.noise);
    EXPECT_EQ(Noise(few).text(), "53 %");
    EXPECT_EQ(Noise(Session()).text(), "");
}

TEST(Noises, ARowHasAtLeastItsOwn)
{
    auto many = session(6);
    many.rows.push_back(measured("other", 100, 0.9)); // alone of its kind
    EXPECT_DOUBLE_EQ(Noise(many).of(many.rows.back()), 0.9);
    EXPECT_TRUE(Noise(many).isLoud(many.rows.back()));
}

TEST(Noises, ALoudOperationBlursNoVerdictOfAQuietOne)
{
    auto given = session(6);
    given.verdicts = verdictsOf(given);
    const auto of = [&](const std::string& op) {
        for (const auto& verdict : given.verdicts)
            if (given.rows[verdict.a].op == op)
                return verdict.ratio;
        return Ratio();
    };
    EXPECT_NEAR(of("quiet").low, 2 / 1.015, 1e-12);
    EXPECT_NEAR(of("loud").low, 2 / 1.55, 1e-12);
}

} // namespace tscope::timing
