// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_text.h"

#include "support/vector_cases.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

Tensor vectorOf(nlohmann::json values)
{
    return test::tensorOf({{"layout", "strided"}, {"members", {{"values", std::move(values)}}}});
}

std::vector<DifferenceLine> told(const Tensor& a, const Tensor& b)
{
    return tellDifference(*diff(a, b), a, b);
}

TEST(DiffText, SaysWhereEachLevelBeginsToDiffer)
{
    const auto a = vectorOf({1, 2, 3}), b = vectorOf({1, 5, 3});
    const auto lines = told(a, b);
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(plainText({lines[0].words}),
              "  \u25b2 different  values: the number at every index; first at (1,): 2 against 5\n");
    EXPECT_EQ(lines[0].inA, std::optional<Place>(ElementPlace{{1}}));
    EXPECT_EQ(lines[0].inB, lines[0].inA);
    EXPECT_EQ(plainText({lines[1].words}), "  \u2713 same       pattern: the set of stored indices\n");
    EXPECT_FALSE(lines[1].inA);
    EXPECT_EQ(lines[3].inB, std::optional<Place>(Slots{"values", 1, 2}));
    EXPECT_FALSE(lines[4].inA);
}

TEST(DiffText, OfDifferentSizesAndLayoutsNamesNoPlace)
{
    const auto lines = told(vectorOf({1, 2, 3}), vectorOf({{1, 2, 3}}));
    EXPECT_NE(plainText({lines[0].words}).find("the sizes are (3,) and (1, 3)"), std::string::npos)
        << plainText({lines[0].words});
    EXPECT_FALSE(lines[0].inA);
    // What is stored where the other has nothing is an index of the one with more dims.
    const auto pattern = told(vectorOf({1, 2, 3}), vectorOf({{1, 2, 3}}))[1];
    EXPECT_FALSE(pattern.inA);
    EXPECT_EQ(pattern.inB, std::optional<Place>(ElementPlace{{0, 1}}));
}

TEST(DiffText, NamesTheMembersOfTwoTensorsOfOneLayout)
{
    const nlohmann::json members{{"values", {1, 2, 3}}, {"offsets", {0, 1, 3}}};
    auto holed = members;
    holed["lengths"] = {1, 2};
    const auto a = test::tensorOf({{"layout", "jagged"}, {"members", members}}),
               b = test::tensorOf({{"layout", "jagged"}, {"members", holed}});
    EXPECT_NE(
        plainText({told(a, b)[3].words}).find("; the members are values, offsets and values, offsets, lengths"),
        std::string::npos)
        << plainText({told(a, b)[3].words});
}

TEST(DiffText, TellsOfQuantizersAndCountsNoEqualValues)
{
    auto a = vectorOf({{"dtype", "qint8"}, {"data", {0, 1}}});
    a.claims.set("qscheme", std::string("per_tensor_affine"));
    a.claims.set("scale", std::string("0.1"));
    auto b = a;
    b.claims.set("scale", std::string("0.2"));
    const auto lines = told(a, b);
    EXPECT_NE(plainText({lines[0].words})
                  .find("the quantizers are per_tensor_affine, scale 0.1 and per_tensor_affine, scale 0.2"),
              std::string::npos)
        << plainText({lines[0].words});
    EXPECT_EQ(plainText({lines[4].words}), "  0 stored only in the first, 0 only in the second\n");
}

TEST(DiffText, AStoppedComparisonSaysSo)
{
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = diff(vectorOf({1}), vectorOf({1}), {stop.get_token(), {}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

} // namespace
} // namespace tscope
