// SPDX-License-Identifier: Apache-2.0
#include "timing/limits.h"

#include "core/timing/support/made_session.h"
#include "timing/roofs.h"

#include <gtest/gtest.h>

namespace tscope::timing {

TEST(LimitsOfThreads, MoreThreadsReachAtLeastWhatFewerDo)
{
    Limits one{"cpu (1 thread)", 8, 9, 95, 60, 118, 4096, {{1000, 95}, {4000, 50}}};
    Limits two{"cpu (2 threads)", 12, 0, 44, 100, 59, 4096, {{2000, 44}, {8000, 20}}};
    two.repeats = {two, two};
    two.repeats[1].flopsF64 = 50;

    const auto raised = withThoseOfFewerThreads(two, {one});

    EXPECT_EQ(raised.copyRate, 12) << "its own is the larger";
    EXPECT_EQ(raised.readRate, 0) << "it was not measured";
    EXPECT_EQ(raised.cachedRate, 95);
    EXPECT_EQ(raised.flopsF32, 100);
    EXPECT_EQ(raised.flopsF64, 118);
    EXPECT_EQ(raised.caches[0].rate, 50) << "2000 bytes are held by the cache of 4000";
    EXPECT_EQ(raised.caches[1].rate, 20) << "beyond its caches one thread has the rate of memory";
    EXPECT_EQ(raised.repeats, two.repeats) << "they stay what was measured";
    EXPECT_EQ(withThoseOfFewerThreads(two, {}), two);
}

TEST(LimitsOfThreads, ARateOfFewerThreadsIsSaidToBeOne)
{
    const Limits one{"cpu (1 thread)", 20, 0, 0, 0, 0, 0, {}};
    const Limits two{"cpu (2 threads)", 10, 0, 0, 0, 0, 0, {}};
    auto row = okRow(form("csr"), timed(200), two.device);
    row.bytes = 1000;
    EXPECT_EQ(text(*limitOf(row, withThoseOfFewerThreads(bestOf({two, two}), {one}))),
              "at most 25 % of the memory bandwidth (at least 20.0 GB/s; 20.0 was reached with fewer threads, 2 "
              "measurements gave 10.0 to 10.0)");
    EXPECT_EQ(text(*limitOf(row, withThoseOfFewerThreads(bestOf({two}), {one}))),
              "at most 25 % of the memory bandwidth (at least 20.0 GB/s; 20.0 was reached with fewer threads, one "
              "measurement gave 10.0)");
    EXPECT_EQ(text(*limitOf(row, withThoseOfFewerThreads(bestOf({one, two, one}), {two}))),
              "25 % of the memory bandwidth (20.0 GB/s; 3 measurements gave 10.0 to 20.0)");
}

TEST(LimitsOfThreads, MeasuredAgainThereAreThreeMoreAndNoneIsForgotten)
{
    const auto first = limitsOf("cpu");
    ASSERT_TRUE(first);
    const auto again = limitsMeasuredAgain("cpu");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->repeats.size(), first->repeats.size() + 3);
    EXPECT_GE(again->flopsF64, first->flopsF64);
    EXPECT_GE(again->copyRate, first->copyRate);
    EXPECT_FALSE(limitsMeasuredAgain("cuda:77"));
}

} // namespace tscope::timing
