// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_text.h"

#include "layouts/compressed/transpose.h"
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
    ASSERT_EQ(lines.size(), 6U);
    EXPECT_EQ(plainText({lines[0].words}),
              "  \u25b2 different  values: the number at every index; first at (1,): 2 against 5\n");
    EXPECT_EQ(lines[0].inA, std::optional<Place>(ElementPlace{{1}}));
    EXPECT_EQ(lines[0].inB, lines[0].inA);
    EXPECT_EQ(plainText({lines[1].words}), "  \u2713 same       pattern: the set of stored indices\n");
    EXPECT_FALSE(lines[1].inA);
    EXPECT_EQ(lines[3].inB, std::optional<Place>(Slots{"values", 1, 2}));
    EXPECT_FALSE(lines[4].inA);
}

// A NaN is no number to measure others by.
TEST(DiffText, CountsNaNsAndNamesTheLargestFiniteDifference)
{
    const auto numbers = [](const nlohmann::json& a, const nlohmann::json& b) {
        return plainText({told(vectorOf(a), vectorOf(b))[4].words});
    };
    const auto has = [](const std::string& line, const std::string& end) {
        EXPECT_TRUE(line.ends_with(end + "\n")) << line;
    };
    has(numbers({{1.5, 2.5, 3.5}, {4.5, 5.5, 6.5}}, {{1.5, "NaN", 3.5}, {4.0, 14.0, "Infinity"}}),
        "; largest finite difference 8.5 at (1, 1); 1 NaN");
    has(numbers({1.5, 2.5}, {"NaN", "NaN"}), "only in the second; 2 NaN");
    has(numbers({1.5, 2.5}, {"Infinity", 2.0}),
        "; largest difference inf, relative inf; largest finite difference 0.5 at (1,)");
    has(numbers({1.5, 2.5}, {1.5, 2.0}), "; largest difference 0.5, relative 0.2");
}

TEST(DiffText, OfAnotherOrderNamesTheLargestFiniteDifferenceAsWell)
{
    const nlohmann::json columns{
        {"layout", "csc"},
        {"size", {2, 2}},
        {"members", {{"ccol_indices", {0, 1, 3}}, {"row_indices", {0, 0, 1}}, {"values", {1.5, 7.0, "NaN"}}}}};
    const auto a = test::tensorOf(columns), b = vectorOf({{1.0, 2.0}, {0.0, 4.0}});
    const auto line = plainText({told(a, b)[4].words});
    EXPECT_TRUE(line.ends_with("; largest finite difference 5 at (0, 1); 1 NaN\n")) << line;
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
    auto lines = told(a, b);
    EXPECT_EQ(plainText({lines[0].words}), "  the second is another view of the same storage\n");
    lines.erase(lines.begin());
    EXPECT_NE(plainText({lines[0].words})
                  .find("the quantizers are per_tensor_affine, scale 0.1 and per_tensor_affine, scale 0.2"),
              std::string::npos)
        << plainText({lines[0].words});
    EXPECT_EQ(plainText({lines[4].words}), "  0 stored only in the first, 0 only in the second\n");
}

Tensor viewOf(const Tensor& tensor, Geometry geometry)
{
    auto view = tensor;
    view.members[0].array.geometry = std::move(geometry);
    view.size.reset();
    return view;
}

TEST(DiffText, OfATransposeAndItsCopySaysThatStridesAndOrderDiffer)
{
    const auto copy = vectorOf({{1, 2}, {3, 4}, {5, 6}});
    const auto view = viewOf(vectorOf({{1, 3, 5}, {2, 4, 6}}), {{3, 2}, {1, 3}, 0});
    const auto lines = told(view, copy);
    ASSERT_EQ(lines.size(), 6U);
    EXPECT_EQ(plainText({lines[5].words}), "  the two share no byte: a write to one does not reach the other\n");
    EXPECT_EQ(plainText({lines[0].words}), "  \u2713 same       values: the number at every index\n");
    EXPECT_EQ(plainText({lines[2].words}),
              "  \u25b2 different  order: the sequence in which they are stored; first in memory where the first "
              "tensor has (1, 0) and the second (0, 1)\n");
    EXPECT_EQ(lines[2].inA, Place(ElementPlace{{1, 0}}));
    EXPECT_EQ(lines[2].inB, Place(ElementPlace{{0, 1}}));
    EXPECT_EQ(plainText({lines[3].words}),
              "  \u25b2 different  members: types, sizes, strides and contents; values: "
              "strides (1, 3) and (2, 1)\n");
    EXPECT_FALSE(lines[3].inA) << "all of it differs, no place";
}

TEST(DiffText, OfTwoViewsOfOneStorageSaysSoAndWhereTheyOverlap)
{
    const auto all = vectorOf({{"dtype", "int32"}, {"data", {0, 1, 2, 3, 4, 5, 6, 7}}});
    const auto textOf = [&](const Geometry& a, const Geometry& b) {
        return plainText({told(viewOf(all, a), viewOf(all, b)).back().words});
    };
    EXPECT_EQ(textOf({{2, 4}, {4, 1}, 0}, {{4, 2}, {1, 4}, 0}),
              "  values of both are views of one storage of 32 bytes: both read bytes 0..31\n");
    EXPECT_EQ(
        textOf({{4}, {1}, 0}, {{4}, {1}, 2}),
        "  values of both are views of one storage of 32 bytes: the first reads bytes 0..15, the second bytes "
        "8..23; they overlap in bytes 8..15\n");
    EXPECT_EQ(
        textOf({{4}, {1}, 0}, {{4}, {1}, 4}),
        "  values of both are views of one storage of 32 bytes: the first reads bytes 0..15, the second bytes "
        "16..31; they have no byte in common\n");
    const auto overlap = told(viewOf(all, {{4}, {1}, 0}), viewOf(all, {{4}, {1}, 2})).back();
    EXPECT_EQ(overlap.inA, std::optional<Place>(BytePlace{all.members[0].array.storage->id(), 8, 16}));
    EXPECT_EQ(overlap.inB, overlap.inA);
}

// Before the sizes and values that differ for that reason alone.
TEST(DiffText, OfAViewOfTheSameStorageSaysThatFirst)
{
    const auto all = vectorOf({{"dtype", "int32"}, {"data", {0, 1, 2, 3, 4, 5, 6, 7}}});
    const auto firstOf = [](const Tensor& a, const Tensor& b) { return plainText({told(a, b).front().words}); };
    const auto between = [&](const Geometry& a, const Geometry& b) {
        return firstOf(viewOf(all, a), viewOf(all, b));
    };
    EXPECT_EQ(between({{2, 4}, {4, 1}, 0}, {{4, 2}, {1, 4}, 0}),
              "  the second is a view of the same storage: first.t()\n");
    EXPECT_EQ(between({{4, 2}, {1, 4}, 0}, {{2, 4}, {4, 1}, 0}),
              "  the second is a view of the same storage: first.t()\n");
    const Geometry cube{{2, 2, 2}, {4, 2, 1}, 0};
    EXPECT_EQ(between(cube, {{2, 2, 2}, {1, 2, 4}, 0}),
              "  the second is a view of the same storage: first.transpose(0, 2)\n");
    EXPECT_EQ(between(cube, {{2, 2, 2}, {1, 4, 2}, 0}),
              "  the second is a view of the same storage: first.permute((2, 0, 1))\n");
    EXPECT_EQ(between(cube, cube), "  the second is no copy: it reads the same storage in the same way\n");
    for (const auto& other : {Geometry{{2, 4}, {4, 1}, 0}, Geometry{{2, 2, 1}, {1, 4, 2}, 0},
                              Geometry{{2, 2, 1}, {2, 4, 1}, 1}, Geometry{{8}, {-1}, 7}})
        EXPECT_EQ(between(cube, other), "  the second is another view of the same storage\n") << text(other.sizes);
    // Arrays of one file may lie in one storage. Without a common byte neither is a view of the other.
    EXPECT_NE(between({{4}, {1}, 0}, {{4}, {1}, 4}).find("values: the number at every index"), std::string::npos);
    auto claiming = viewOf(all, {{4, 2}, {1, 4}, 0});
    claiming.claims.set("anything", true);
    EXPECT_EQ(firstOf(viewOf(all, {{2, 4}, {4, 1}, 0}), claiming),
              "  the second is another view of the same storage\n")
        << "first.t() alone does not give it";
}

TEST(DiffText, OfATransposedCompressedTensorSaysSo)
{
    const nlohmann::json members{{"compressed", {0, 1, 2}},
                                 {"plain", {0, 1}},
                                 {"values", {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {1, 2, 3}}}}};
    const auto blocks = test::tensorOf({{"layout", "bsr"}, {"size", {4, 6}}, {"members", members}});
    const auto view = transposedView(blocks);
    ASSERT_TRUE(view);
    EXPECT_EQ(plainText({told(blocks, *view).front().words}),
              "  the second is a view of the same storage: first.t()\n");
    auto other = *view;
    other.claims.set("anything", true);
    EXPECT_EQ(plainText({told(blocks, other).front().words}),
              "  the second is another view of the same storage\n");
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
