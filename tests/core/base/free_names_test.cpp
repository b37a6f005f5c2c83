// SPDX-License-Identifier: Apache-2.0
#include "base/free_names.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

TEST(FreeNames, NumberWhatWasGivenBefore)
{
    FreeNames names;
    EXPECT_EQ(names.take("a"), "a");
    EXPECT_EQ(names.take("a (3)"), "a (3)");
    EXPECT_EQ(names.take("a"), "a (2)");
    EXPECT_EQ(names.take("a"), "a (4)");
    EXPECT_EQ(names.take("a (2)"), "a (2) (2)");
    EXPECT_EQ(names.take(""), "");
    EXPECT_EQ(names.take(""), " (2)");
}

} // namespace
} // namespace tscope
