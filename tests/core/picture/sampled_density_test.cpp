// SPDX-License-Identifier: Apache-2.0
// What is sampled is held against the exact counts of the same tensor.
#include "layouts/registry.h"
#include "make/generators.h"
#include "picture/density.h"
#include "support/from_json.h"

#include <gmock/gmock.h>

#include <string>

namespace tscope {

namespace {

constexpr std::int64_t sideBins = 20;

Tensor evenlyFilled(const char* layout)
{
    MakeSpec spec;
    spec.layout = layout;
    spec.size = {1200, 1600};
    spec.nnz = 200'000;
    spec.blocksize = {{2, 4}};
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << (tensor ? "" : tensor.error().text);
    return *tensor;
}

Density densityWith(const Tensor& tensor, std::int64_t most,
                    DensitySpec spec = {.rowBins = sideBins, .columnBins = sideBins})
{
    spec.most = most;
    auto density = densityOf(tensor, spec);
    EXPECT_TRUE(density) << (density ? "" : density.error().text);
    return density ? *density : Density();
}

// As one of rows by columns with values where `isStored` says so.
template <class IsStored>
Tensor stridedOf(std::int64_t rows, std::int64_t columns, bool isTurned, const IsStored& isStored)
{
    std::string bytes(static_cast<std::size_t>(rows * columns), '\0');
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
            bytes[static_cast<std::size_t>(isTurned ? column * rows + row : row * columns + column)] =
                isStored(row, column) ? 1 : 0;
    auto tensor = test::fromJson(
        R"({"layout": "strided", "members": {"values": {"dtype": "uint8", "shape": [0], "data": []}}})");
    auto& array = tensor.members[0].array;
    array.storage = heapStorage(std::as_bytes(std::span(bytes)));
    array.geometry = Geometry::rowMajor({rows, columns});
    if (isTurned)
        array.geometry.strides = {1, rows};
    tensor.size.reset();
    return tensor;
}

} // namespace

TEST(SampledDensity, ComesNearTheExactOneInEveryLayout)
{
    for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc"}) {
        SCOPED_TRACE(layout);
        const auto tensor = evenlyFilled(layout);
        const auto exact = densityWith(tensor, int64Max), sampled = densityWith(tensor, 1000);
        EXPECT_FALSE(exact.isSampled());
        ASSERT_TRUE(sampled.isSampled());
        const auto whole = static_cast<double>(exact.total);
        EXPECT_NEAR(static_cast<double>(sampled.total), whole, whole / 20);
        const auto ofBin = whole / sideBins / sideBins;
        for (std::int64_t row = 0; row < sideBins; ++row)
            for (std::int64_t column = 0; column < sideBins; ++column)
                EXPECT_LT(static_cast<double>(sampled.count(row, column)), ofBin * 4) << row << ' ' << column;
        // Indices are sorted: neither the first nor the last of a slice come less often than those between.
        for (const auto bin : {0, int{sideBins} - 1}) {
            std::uint64_t ofRow = 0, ofColumn = 0;
            for (std::int64_t other = 0; other < sideBins; ++other) {
                ofRow += sampled.count(bin, other);
                ofColumn += sampled.count(other, bin);
            }
            EXPECT_GT(static_cast<double>(std::min(ofRow, ofColumn)), whole / sideBins * 0.7) << bin;
        }
        EXPECT_EQ(densityWith(tensor, 1000).total, sampled.total) << "the same each time";
    }
}

TEST(SampledDensity, IsOnlyOfWhatIsMoreThanMayBeCounted)
{
    for (const auto* layout : {"strided", "coo", "csr"}) {
        const auto tensor = evenlyFilled(layout);
        const auto looked = *numel(tensor.member("values").array.geometry);
        EXPECT_FALSE(densityWith(tensor, looked).isSampled()) << layout;
        EXPECT_TRUE(densityWith(tensor, looked - 1).isSampled()) << layout;
    }
    const auto tensor = evenlyFilled("strided");
    const DensitySpec corner{.rows = Range{10, 60}, .columns = Range{5, 55}, .rowBins = 5, .columnBins = 5};
    EXPECT_FALSE(densityWith(tensor, 2500, corner).isSampled()) << "a window has fewer";
}

TEST(SampledDensity, ShowsWhereElementsAre)
{
    for (const bool isTurned : {false, true}) {
        SCOPED_TRACE(isTurned);
        const auto tensor =
            stridedOf(640, 960, isTurned, [](auto row, auto column) { return row < 320 && column >= 480; });
        const auto exact = densityWith(tensor, int64Max), sampled = densityWith(tensor, 1000);
        ASSERT_TRUE(sampled.isSampled());
        for (std::int64_t row = 0; row < sideBins; ++row)
            for (std::int64_t column = 0; column < sideBins; ++column)
                EXPECT_EQ(sampled.count(row, column), exact.count(row, column)) << row << ' ' << column;
    }
    const auto line = stridedOf(1, 1'000'000, false, [](auto, auto column) { return column >= 500'000; });
    const auto sampled = densityWith(line, 1000);
    ASSERT_TRUE(sampled.isSampled());
    EXPECT_EQ(sampled.total, 500'000u);
    EXPECT_EQ(sampled.count(0, 0), 0u);
    EXPECT_EQ(sampled.count(0, sideBins - 1), 50'000u);
}

// Places at equal distances would meet each of these columns or none.
TEST(SampledDensity, IsNotMisledByWhatRepeats)
{
    const auto tensor = stridedOf(1000, 1024, false, [](auto, auto column) { return column % 128 < 32; });
    const auto sampled = densityWith(tensor, 1000, {.rowBins = 10, .columnBins = 1});
    ASSERT_TRUE(sampled.isSampled());
    EXPECT_NEAR(static_cast<double>(sampled.total), 256'000, 100'000);
}

TEST(SampledDensity, OfNothingIsNothing)
{
    const auto zeros = stridedOf(1000, 1000, false, [](auto, auto) { return false; });
    EXPECT_EQ(densityWith(zeros, 10).total, 0u);
    const auto empty = test::fromJson(R"({"layout": "csr", "size": [3, 4], "members": {
        "compressed": {"dtype": "int64", "data": [0, 0, 0, 0]}, "plain": {"dtype": "int64", "data": []},
        "values": {"dtype": "float32", "data": []}}})");
    EXPECT_EQ(densityWith(empty, 0).total, 0u);
}

TEST(SampledDensity, OfABrokenTensorStaysInsideItsMembers)
{
    const auto broken = test::fromJson(R"({"layout": "csr", "size": [3, 4], "members": {
        "compressed": {"dtype": "int64", "data": [-5, 900, 2, 1]},
        "plain": {"dtype": "int64", "data": [-1, 2, 9223372036854775807]},
        "values": {"dtype": "float32", "data": [1, 2, 3]}}})");
    const auto sampled = densityWith(broken, 0);
    EXPECT_TRUE(sampled.isSampled());
    EXPECT_EQ(sampled.count(0, 2), 1u);
    const auto beside = test::fromJson(R"({"layout": "coo", "size": [3, 4], "members": {
        "indices": {"dtype": "int64", "data": [[0, -7, 2], [1, 1, 4]]},
        "values": {"dtype": "float32", "data": [1, 2, 3]}}})");
    const auto few = densityWith(beside, 0);
    EXPECT_TRUE(few.isSampled());
    EXPECT_EQ(few.total, few.count(0, 1));
}

} // namespace tscope
