// SPDX-License-Identifier: Apache-2.0
#include "timing/timed_device.h"

#include "base/thread_pool.h"

#include <gtest/gtest.h>

namespace tscope::timing {

TEST(TimedDevices, AreNamedWithTheirThreads)
{
    EXPECT_EQ(processorWith(1), "cpu (1 thread)");
    EXPECT_EQ(processorWith(12), "cpu (12 threads)");
    for (const auto threads : {1, 2, 12}) {
        const auto device = timedDevice(processorWith(threads));
        EXPECT_EQ(device.device, "cpu");
        EXPECT_EQ(device.threads, threads);
    }
    for (const auto* other :
         {"cpu", "cuda", "cuda:1", "cpu (0 threads)", "cpu (1 threads)", "cpu (2 thread)", "cpu (-2 threads)",
          "cpu (02 threads)", "cpu ( threads)", "cpu (99999999999 threads)", ""}) {
        EXPECT_EQ(timedDevice(other).device, other);
        EXPECT_EQ(timedDevice(other).threads, 0) << other;
    }
    EXPECT_TRUE(isProcessor("cpu"));
    EXPECT_TRUE(isProcessor("cpu (2 threads)"));
    EXPECT_FALSE(isProcessor("cuda:0"));
    EXPECT_FALSE(isProcessor("cpu (0 threads)"));
}

TEST(TimedDevices, HaveNoMoreThreadsThanKernelsMayUse)
{
    setThreadCount(3);
    EXPECT_TRUE(deviceTimed({"cpu", 3}));
    const auto refused = deviceTimed({"cpu", 4});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "a number of threads from 1 to 3 was wanted, found 4");
    EXPECT_FALSE(deviceTimed({"cpu (0 threads)", 0}));
    setThreadCount(0);
}

TEST(TimedDevices, SetTheThreadsOfKernelsOnlyAsLongAsTheyAreInUse)
{
    setThreadCount(5);
    {
        const ThreadsInUse two(timedDevice("cpu (2 threads)"));
        EXPECT_EQ(threadCount(), 2);
        const ThreadsInUse asBefore(timedDevice("cpu"));
        EXPECT_EQ(threadCount(), 2);
    }
    EXPECT_EQ(threadCount(), 5);
    setThreadCount(0);
}

} // namespace tscope::timing
