// SPDX-License-Identifier: Apache-2.0
#include "array/number_list.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

TEST(NumberList, IsSeparatedByCommasOrByX)
{
    EXPECT_EQ(*parseNumbers(""), Extents());
    EXPECT_EQ(*parseNumbers("1,-2,3"), (Extents{1, -2, 3}));
    EXPECT_EQ(*parseNumbers("2x3"), (Extents{2, 3}));
    for (const auto* wrong : {"1,", ",1", "1 2", "x", "1.5"})
        EXPECT_FALSE(parseNumbers(wrong)) << wrong;
}

TEST(NumberList, ABlockSizeIsTwoNumbers)
{
    using Block = std::array<std::int64_t, 2>;
    EXPECT_EQ(*parseBlockSize("2x3"), (Block{2, 3}));
    EXPECT_EQ(*parseBlockSize("16,4"), (Block{16, 4}));
    for (const std::string wrong : {"", "2", "2,3,4", "two", "2x"}) {
        const auto block = parseBlockSize(wrong);
        ASSERT_FALSE(block) << wrong;
        EXPECT_EQ(block.error().text, "a block size of two numbers was wanted, found " + wrong);
    }
}

} // namespace
} // namespace tscope
