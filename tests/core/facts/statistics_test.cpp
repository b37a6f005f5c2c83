// SPDX-License-Identifier: Apache-2.0
#include "facts/statistics.h"

#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <random>

namespace tscope {
namespace {

TEST(Statistics, SumsOfTheLargestIntegersAreNotNegative)
{
    const auto tensor =
        test::tensorOf({{"layout", "strided"},
                        {"dtype", "uint64"},
                        {"members", {{"values", {18446744073709551615u, 1u, 18446744073709551615u}}}}});
    const auto statistics = statisticsOf(tensor.members[0].array);
    ASSERT_TRUE(statistics);
    ASSERT_TRUE(std::holds_alternative<double>(statistics->sum));
    EXPECT_EQ(std::get<double>(statistics->sum), 0x1p65);

    const auto small = test::tensorOf(
        {{"layout", "strided"}, {"dtype", "uint64"}, {"members", {{"values", {9223372036854775806u, 1u}}}}});
    EXPECT_EQ(std::get<std::int64_t>(statisticsOf(small.members[0].array)->sum), int64Max);
}

TEST(Statistics, WhatIsNotFiniteIsCountedAndLeftOutOfTheSum)
{
    const auto tensor = test::tensorOf(
        {{"layout", "strided"}, {"members", {{"values", {"NaN", "Infinity", "-Infinity", 1.5, 0.0, 2.0}}}}});
    const auto statistics = statisticsOf(tensor.members[0].array);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(std::get<double>(statistics->sum), 3.5);
    EXPECT_EQ(statistics->nans, 1);
    EXPECT_EQ(statistics->infinities, 2);
    EXPECT_EQ(statistics->zeros, 1);
}

// Elements in one run are added up as plain numbers, others one by one.
TEST(Statistics, AreTheSameWhereverTheElementsLie)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const auto* type : {"uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16",
                             "bfloat16", "float32", "float64", "bool", "complex64"}) {
        SCOPED_TRACE(type);
        const auto dtype = DType::parse(type);
        const std::int64_t count = 40'000;
        auto near = StorageBuilder::make(count * dtype.itemSize());
        auto far = StorageBuilder::make(count * 3 * dtype.itemSize());
        for (std::int64_t i = 0; i < count; ++i)
            for (std::int64_t b = 0; b < dtype.itemSize(); ++b) {
                const auto byte = static_cast<std::byte>(i % 100 == 0 ? 0 : random());
                near->bytes()[static_cast<std::size_t>(i * dtype.itemSize() + b)] = byte;
                far->bytes()[static_cast<std::size_t>(i * 3 * dtype.itemSize() + b)] = byte;
            }
        const Array run{std::move(*near).seal(), dtype, Geometry::rowMajor({count})};
        const Array spread{std::move(*far).seal(), dtype, Geometry{{count}, {3}, 0}};
        const auto a = statisticsOf(run), b = statisticsOf(spread);
        ASSERT_TRUE(a && b);
        EXPECT_EQ(a->sum, b->sum);
        EXPECT_EQ(a->zeros, b->zeros);
        EXPECT_EQ(a->nans, b->nans);
        EXPECT_EQ(a->infinities, b->infinities);
        ASSERT_EQ(a->min.has_value(), b->min.has_value());
        if (a->min) {
            EXPECT_EQ(a->min->text(), b->min->text());
            EXPECT_EQ(a->max->text(), b->max->text());
        }
    }
}

TEST(Statistics, AFewBytesAreNotReadBillionsOfTimes)
{
    const auto repeated =
        test::tensorOf({{"layout", "strided"},
                        {"members", {{"values", {{"shape", {1 << 24}}, {"strides", {0}}, {"storage", {1}}}}}}});
    EXPECT_FALSE(statisticsOf(repeated.members[0].array));
}

} // namespace
} // namespace tscope
