// SPDX-License-Identifier: Apache-2.0
#include "facts/statistics.h"

#include "support/vector_cases.h"

#include <gtest/gtest.h>

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

TEST(Statistics, AFewBytesAreNotReadBillionsOfTimes)
{
    const auto repeated =
        test::tensorOf({{"layout", "strided"},
                        {"members", {{"values", {{"shape", {1 << 24}}, {"strides", {0}}, {"storage", {1}}}}}}});
    EXPECT_FALSE(statisticsOf(repeated.members[0].array));
}

} // namespace
} // namespace tscope
