// SPDX-License-Identifier: Apache-2.0
#include "core/picture/tally_oracle.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "make/random.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <string>

namespace tscope {

namespace {

using test::fromJson;
using test::TallyOracle;

Tensor made(MakeSpec spec)
{
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << (tensor ? "" : tensor.error().text);
    return *tensor;
}

std::uint64_t countAt(const Result<Density>& density, std::int64_t row, std::int64_t column)
{
    return density ? density->count(row, column) : ~std::uint64_t{0};
}

// What `entries` visits is the word of a layout about what it stores.
TEST(Density, AgreesWithTheEntriesOfEveryLayout)
{
    for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc", "nested", "jagged"}) {
        SCOPED_TRACE(layout);
        const auto tensor = made({.layout = layout, .size = {30, 42}, .seed = 5});
        const auto outline = tensor.layout->read(tensor, {})->outline();
        const auto density = densityOf(tensor, {.rowBins = 7, .columnBins = 11});
        ASSERT_TRUE(density) << density.error().text;
        const auto& size = density->binning.size;
        TallyOracle oracle(size[0], size[1], {0, size[0]}, {0, size[1]}, 7, 11);
        const bool countsZeros = std::string_view(layout) != "strided";
        ASSERT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
            if (countsZeros || !tensor.member("values").array.at(slot).isZero())
                oracle.add(index[0], index[1]);
            return true;
        }));
        oracle.expect(*density);
        EXPECT_GT(density->total, 0u);
    }
}

TEST(Density, OfAStridedTensorCountsWhatIsNotZero)
{
    for (const auto* type : {"bool", "u8", "i16", "i64", "f16", "bf16", "f32", "f64", "c64", "c128"}) {
        SCOPED_TRACE(type);
        const auto tensor = fromJson(std::string(R"({"layout": "strided", "dtype": ")") + type +
                                     R"(", "members": {"values": [[1, 0, 1], [0, 0, 1]]}})");
        const auto density = densityOf(tensor);
        ASSERT_TRUE(density) << density.error().text;
        EXPECT_EQ(density->total, 3u);
        EXPECT_EQ(density->count(0, 1), 0u);
        EXPECT_EQ(density->count(1, 2), 1u);
    }
    const auto special =
        densityOf(fromJson(R"({"layout": "strided", "members": {"values": ["NaN", "-Infinity", -0.0, 0]}})"));
    EXPECT_EQ(countAt(special, 0, 0), 1u);
    EXPECT_EQ(countAt(special, 0, 1), 1u);
    EXPECT_EQ(countAt(special, 0, 2), 0u) << "-0.0 is zero";
}

TEST(Density, OfAnyStridesReadsTheElementsWhereTheyAre)
{
    // Turned round, and with a stride of 0: rows repeat.
    const auto turned = densityOf(fromJson(R"({"layout": "strided", "members": {"values":
        {"dtype": "float32", "shape": [3, 2], "strides": [1, 3], "storage": [1, 2, 0, 4, 0, 0]}}})"));
    EXPECT_EQ(countAt(turned, 0, 0), 1u);
    EXPECT_EQ(countAt(turned, 0, 1), 1u);
    EXPECT_EQ(countAt(turned, 1, 0), 1u);
    EXPECT_EQ(countAt(turned, 1, 1), 0u);
    EXPECT_EQ(countAt(turned, 2, 0), 0u);
    const auto repeated = densityOf(fromJson(R"({"layout": "strided", "members": {"values":
        {"dtype": "float32", "shape": [3, 2], "strides": [0, 1], "storage": [0, 2]}}})"));
    ASSERT_TRUE(repeated);
    EXPECT_EQ(repeated->total, 3u);
}

TEST(Density, AddsUpOtherDimsOrTakesOneIndex)
{
    const auto tensor = fromJson(R"({"layout": "strided", "members": {"values":
        [[[1, 0], [1, 0]], [[1, 1], [0, 0]]]}})");
    const auto sum = densityOf(tensor);
    EXPECT_EQ(countAt(sum, 0, 0), 2u);
    EXPECT_EQ(countAt(sum, 0, 1), 1u);
    const auto second = densityOf(tensor, {.fixed = {{0, 1}}});
    EXPECT_EQ(countAt(second, 0, 0), 1u);
    EXPECT_EQ(countAt(second, 1, 0), 0u);
    const auto other = densityOf(tensor, {.rowDim = 0, .columnDim = -2});
    EXPECT_EQ(countAt(other, 1, 0), 2u);
    EXPECT_EQ(countAt(other, 1, 1), 0u);

    EXPECT_FALSE(densityOf(tensor, {.fixed = {{0, 2}}}));
    EXPECT_FALSE(densityOf(tensor, {.fixed = {{1, 0}}}));
    EXPECT_FALSE(densityOf(tensor, {.rowDim = 3}));
    EXPECT_FALSE(densityOf(tensor, {.rowDim = 1, .columnDim = 1}));
    EXPECT_FALSE(densityOf(tensor, {.rows = Range{0, 3}}));
    EXPECT_FALSE(densityOf(tensor, {.rowBins = 0}));
}

TEST(Density, OfAHybridTensorShowsItsSparseDims)
{
    const auto tensor = made({.layout = "csr", .size = {6, 8}, .nnz = 10, .batch = {2}, .dense = {3}});
    const auto density = densityOf(tensor);
    ASSERT_TRUE(density);
    EXPECT_EQ(density->binning.rowDim, std::optional<std::size_t>(1));
    EXPECT_EQ(density->binning.columnDim, std::optional<std::size_t>(2));
    EXPECT_EQ(density->total, 60u);
    // Across a dense dim: as the entries tell.
    const auto dense = densityOf(tensor, {.rowDim = 0, .columnDim = 3});
    ASSERT_TRUE(dense) << dense.error().text;
    EXPECT_EQ(dense->total, 60u);
    EXPECT_EQ(dense->count(1, 2), 10u);
}

TEST(Density, OfOneDimIsOneRowAndOfNoneOneCell)
{
    const auto one = densityOf(fromJson(R"({"layout": "strided", "members": {"values": [1, 0, 2]}})"));
    ASSERT_TRUE(one);
    EXPECT_EQ(one->tally.counts.rows(), 1);
    EXPECT_EQ(one->tally.counts.columns(), 3);
    EXPECT_EQ(one->total, 2u);
    const auto none = densityOf(fromJson(R"({"layout": "strided", "members": {"values": 7}})"));
    ASSERT_TRUE(none) << none.error().text;
    EXPECT_EQ(none->tally.counts.rows(), 1);
    EXPECT_EQ(none->tally.counts.columns(), 1);
    EXPECT_EQ(none->count(0, 0), 1u);
}

TEST(Density, OfRaggedTensorsShowsComponentsAndTheirLengths)
{
    const auto density = densityOf(fromJson(R"({"layout": "nested", "components": [[1, 2, 3], [4], []]})"));
    ASSERT_TRUE(density) << density.error().text;
    EXPECT_EQ(density->tally.counts.rows(), 3);
    EXPECT_EQ(density->tally.counts.columns(), 3);
    EXPECT_EQ(density->count(0, 2), 1u);
    EXPECT_EQ(density->count(1, 0), 1u);
    EXPECT_EQ(density->count(1, 1), 0u);
    EXPECT_EQ(density->total, 4u);
}

TEST(Density, OfNothingIsEmpty)
{
    for (
        const auto* text :
        {R"({"layout": "strided", "members": {"values": {"shape": [0, 4], "data": []}}})",
         R"({"layout": "csr", "size": [0, 0], "members": {"compressed": [0], "plain": [], "values": []}})",
         R"({"layout": "csr", "size": [3, 4], "members": {"compressed": [0, 0, 0, 0], "plain": [], "values": []}})",
         R"({"layout": "coo", "size": [5, 0], "members": {"indices": [[], []], "values": []}})",
         R"({"layout": "nested", "components": []})"}) {
        SCOPED_TRACE(text);
        const auto density = densityOf(fromJson(text));
        ASSERT_TRUE(density) << density.error().text;
        EXPECT_EQ(density->total, 0u);
        EXPECT_EQ(density->largest, 0u);
    }
}

TEST(Density, OfAnEmptyWindowIsEmpty)
{
    for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc", "nested", "jagged"}) {
        SCOPED_TRACE(layout);
        const auto tensor = made({.layout = layout, .size = {6, 8}, .seed = 5});
        for (const auto& rows : {Range{0, 0}, Range{3, 3}, Range{6, 6}}) {
            const auto density = densityOf(tensor, {.rows = rows});
            ASSERT_TRUE(density) << density.error().text;
            EXPECT_EQ(density->total, 0u);
        }
    }
    // Neither do those that have no rows of their own.
    const auto line = densityOf(
        fromJson(R"({"layout": "coo", "size": [3], "members": {"indices": [[0, 2]], "values": [1, 1]}})"),
        {.rows = Range{0, 0}});
    ASSERT_TRUE(line);
    EXPECT_EQ(line->total, 0u);
}

TEST(Density, SaysWhyNothingCanBeRead)
{
    for (
        const auto* text :
        {R"({"layout": "strided", "members": {"values": {"dtype": "f32", "shape": [2, 2]}}})",
         R"({"layout": "coo", "size": [2, 2], "members": {"indices": {"dtype": "i64", "shape": [2, 3]}, "values": [1, 2, 3]}})",
         R"({"layout": "coo", "size": [2], "members": {"indices": [[0], [1]], "values": [1]}})",
         R"({"layout": "csr", "size": [2, 2], "members": {"compressed": {"dtype": "i64", "shape": [3]}, "plain": [0], "values": [1]}})",
         R"({"layout": "jagged", "size": [2, 2], "members": {"values": [1, 2], "offsets": {"dtype": "i64", "shape": [3]}}})"}) {
        SCOPED_TRACE(text);
        const auto density = densityOf(fromJson(text));
        ASSERT_FALSE(density);
        EXPECT_FALSE(density.error().text.empty());
    }
}

// A coo tensor as wide as indices go.
TEST(Density, IsExactNear62Bits)
{
    constexpr std::int64_t extent = (std::int64_t{1} << 62) - 57;
    Random random(11);
    std::vector<std::int64_t> rows, columns;
    for (int i = 0; i < 500; ++i) {
        rows.push_back(i % 7 == 0 ? extent - 1 - i : static_cast<std::int64_t>(random.next() % extent));
        columns.push_back(i % 5 == 0 ? i : i % 11 == 0 ? -1 - i : static_cast<std::int64_t>(random.next() >> 1));
    }
    std::vector<std::int64_t> both = rows;
    both.insert(both.end(), columns.begin(), columns.end());
    const auto& layout = *layoutNamed("coo");
    auto tensor = *makeTensor(layout, {{&layout.roles[0], Array::fromInts({2, 500}, both)},
                                       {&layout.roles[1], Array::declared(ElementType::f32, {500})}});
    tensor.size = Extents{extent, extent};
    const auto density = densityOf(tensor, {.rowBins = 1000, .columnBins = 999});
    ASSERT_TRUE(density);
    __extension__ using Big = __int128;
    std::uint64_t inside = 0, left = 0, right = 0;
    for (std::size_t i = 0; i < 500; ++i) {
        left += columns[i] < 0;
        right += columns[i] >= extent;
        if (columns[i] < 0 || columns[i] >= extent)
            continue;
        ++inside;
        EXPECT_GE(density->count(static_cast<std::int64_t>(Big(rows[i]) * 1000 / extent),
                                 static_cast<std::int64_t>(Big(columns[i]) * 999 / extent)),
                  1u);
    }
    EXPECT_EQ(density->total, inside);
    EXPECT_EQ(density->tally.outside.left, left);
    EXPECT_EQ(density->tally.outside.right, right);

    // The last numbers of all, one to a bin.
    const auto corner = densityOf(tensor, {.rows = Range{extent - 600, extent}, .rowBins = 1000, .columnBins = 1});
    ASSERT_TRUE(corner);
    EXPECT_EQ(corner->tally.counts.rows(), 600);
    EXPECT_EQ(corner->count(599, 0), 1u) << "entry 0 stands in the last row";
}

TEST(Density, OfCooKnowsWhatLiesOutsideInWhichWay)
{
    const auto density = densityOf(fromJson(R"({"layout": "coo", "size": [3, 4], "members": {
        "indices": [[0, -1, 3, 2, 1, -1, 2, 2], [0, 0, 1, 4, -2, 9, 3, 3]], "values": [1, 1, 1, 1, 1, 1, 1, 1]}})"));
    ASSERT_TRUE(density);
    EXPECT_EQ(density->total, 3u);
    EXPECT_EQ(density->count(2, 3), 2u) << "duplicates count each";
    EXPECT_EQ(density->tally.outside,
              (OutsideCounts{.above = 1, .below = 1, .left = 1, .right = 1, .corners = 1}));
}

// Bins of unequal width: what is evenly filled looks even.
TEST(Density, HasNoBandsWhereSizesDoNotDivide)
{
    const auto tensor = made({.kind = "dense", .layout = "strided", .size = {97, 103}});
    const auto density = densityOf(tensor, {.rowBins = 10, .columnBins = 7});
    ASSERT_TRUE(density);
    for (std::int64_t r = 0; r < 10; ++r)
        for (std::int64_t c = 0; c < 7; ++c)
            EXPECT_NEAR(density->density(r, c), 1.0, 0.02);
}

} // namespace

} // namespace tscope
