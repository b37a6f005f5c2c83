// SPDX-License-Identifier: Apache-2.0
#include "timing/processor_facts.h"

#include "base/utc_time.h"
#include "support/scratch_folder.h"
#include "timing/limits.h"
#include "timing/limits_memory.h"
#include "timing/session_json.h"

#include <gtest/gtest.h>

namespace tscope::timing {

TEST(ProcessorFacts, SayRatesWithTheirSpreadAndTime)
{
    Limits first{"cpu", 10, 18, 18, 40, 0, 0}, second{"cpu", 10, 17.5, 18, 39, 0, 0};
    first.measuredAt = "2026-11-24T09:00:00Z";
    second.measuredAt = "2026-11-25T10:00:00Z";
    EXPECT_EQ(ratesText(bestOf({first, second})),
              "memory bandwidth 18.0 GB/s (2 measurements gave 17.5 to 18.0); peak in float32 40.0 GFLOP/s "
              "(2 measurements gave 39.0 to 40.0); measured 2026-11-25 10:00 UTC");
    first.measuredAt.clear();
    first.repeats = {};
    EXPECT_EQ(ratesText(first), "memory bandwidth 18.0 GB/s; peak in float32 40.0 GFLOP/s");
}

TEST(ProcessorFacts, CachesThatAreNotListedAreNotShown)
{
    EXPECT_EQ(cachesText({"cpu", 2, Error{}, {}}), "");
    EXPECT_EQ(
        cachesText({"cpu", 2, std::vector<CpuCache>{{1, false, 32 << 10, 1, 2}, {3, true, 32 << 20, 2, 1}}, {}}),
        "L1d 32.0 KiB for each thread; L3 32.0 MiB, shared by 2 threads");
}

TEST(ProcessorFacts, TheTimeOfAMeasurementIsKept)
{
    const test::ScratchFolder folder;
    const auto path = folder.path("limits.json");
    EXPECT_TRUE(limitsKeptIn(path).empty());
    rememberLimitsIn(path);
    Limits limits{"cpu", 10, 18, 18, 40, 20, 0};
    limits.measuredAt = utcNow();
    rememberLimits("cpu", {limits});
    rememberLimitsIn({});
    ASSERT_EQ(limitsKeptIn(path).size(), 1U);
    EXPECT_EQ(limitsKeptIn(path).front().measuredAt, limits.measuredAt);
    EXPECT_EQ(readableTime("2026-11-25T10:00:00Z"), "2026-11-25 10:00 UTC");
    EXPECT_EQ(readableTime("yesterday"), "yesterday");
}

} // namespace tscope::timing
