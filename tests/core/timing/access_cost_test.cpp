// SPDX-License-Identifier: Apache-2.0
#include "timing/access_cost.h"

#include <gtest/gtest.h>

namespace tscope::timing {
namespace {

// Which way is faster depends on the machine, so it is not asserted.
TEST(AccessCost, IsAMedianOfRoundsWithItsSpread)
{
    const auto cost = measureAccess(9);
    EXPECT_EQ(cost.rounds, 9);
    for (const auto& median : {cost.fixedPlace, cost.virtualCall}) {
        EXPECT_GT(median.value, 0);
        EXPECT_LE(median.low, median.value);
        EXPECT_GE(median.high, median.value);
    }
}

} // namespace
} // namespace tscope::timing
