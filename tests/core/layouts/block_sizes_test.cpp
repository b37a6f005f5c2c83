// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/block_sizes.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

TEST(BlockSizes, WhatWouldDivideIsNamed)
{
    EXPECT_EQ(undividedText({2, 2}, 4, 5),
              "blocks of 2x2 do not divide 4 rows and 5 columns: a block can have 1, 2 "
              "or 4 rows and 1 or 5 columns");
    EXPECT_EQ(undividedText({7, 1}, 60, 1),
              "blocks of 7x1 do not divide 60 rows and 1 column: a block can have 1, 2, "
              "3, 4, 5, 6, ... or 60 rows and 1 column");
    EXPECT_NE(undividedText({0, 1}, 0, 1).find("any number of rows"), std::string::npos);
    // However many divisors there are, not many are looked for.
    EXPECT_NE(
        undividedText({7, 7}, std::int64_t{1} << 62, 3).find("1, 2, 4, 8, 16, 32, ... or 4611686018427387904"),
        std::string::npos);
}

TEST(BlockSizes, DivideOrDoNot)
{
    EXPECT_TRUE(isDividedBy({2, 5}, 4, 5));
    EXPECT_TRUE(isDividedBy({2, 5}, 0, 5));
    EXPECT_FALSE(isDividedBy({3, 5}, 4, 5));
    EXPECT_FALSE(isDividedBy({2, 2}, 4, 5));
    EXPECT_FALSE(isDividedBy({0, 5}, 4, 5));
    EXPECT_FALSE(isDividedBy({-2, 5}, 4, 5));
}

} // namespace
} // namespace tscope
