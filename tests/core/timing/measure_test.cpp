// SPDX-License-Identifier: Apache-2.0
// The loop by itself: the clock is made up, so that nothing depends on how fast a machine is.
#include "timing/measure.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

using namespace std::chrono_literals;

} // namespace

TEST(Measure, StopsWhenTheMedianIsSureEnough)
{
    int calls = 0;
    const auto samples =
        measure({[&calls]() -> Result<double> { return 1e6 + ++calls % 3; }, {}}, {.budget = 60s});
    ASSERT_TRUE(samples);
    EXPECT_TRUE(samples->isNarrow);
    EXPECT_EQ(samples->nanoseconds.size(), 7U);
    EXPECT_EQ(calls, 9); // with two to warm up
    EXPECT_NEAR(samples->median().value, 1e6, 3);
}

TEST(Measure, GoesOnWhileItIsNotUpToItsMost)
{
    int calls = 0;
    const auto samples = measure({[&calls]() -> Result<double> { return ++calls % 2 == 0 ? 1e6 : 3e6; }, {}},
                                 {.budget = 60s, .most = 100});
    ASSERT_TRUE(samples);
    EXPECT_FALSE(samples->isNarrow);
    EXPECT_EQ(samples->nanoseconds.size(), 100U);
}

TEST(Measure, EndsWithItsBudgetAndKeepsWhatItHas)
{
    const auto samples = measure({[]() -> Result<double> { return 1e6; }, {}}, {.budget = 0ns});
    ASSERT_TRUE(samples);
    EXPECT_EQ(samples->nanoseconds.size(), 1U);
    EXPECT_FALSE(samples->isNarrow);
}

TEST(Measure, ShortWorkIsDoneSeveralTimesForOneSample)
{
    std::int64_t calls = 0;
    const auto samples = measure({[&calls]() -> Result<double> {
                                      ++calls;
                                      return 100.0;
                                  },
                                  {}},
                                 {.budget = 60s, .shortestSample = 20us});
    ASSERT_TRUE(samples);
    EXPECT_EQ(samples->timesPerSample, 200);
    EXPECT_EQ(calls, 2 + 200 * std::ssize(samples->nanoseconds));
    EXPECT_NEAR(samples->median().value, 100, 1e-6);
}

TEST(Measure, PreparesBeforeEachTime)
{
    int prepared = 0, done = 0;
    const auto samples = measure({[&]() -> Result<double> {
                                      EXPECT_EQ(prepared, ++done);
                                      return 100.0;
                                  },
                                  [&]() -> Result<void> {
                                      ++prepared;
                                      return {};
                                  }},
                                 {.budget = 60s});
    ASSERT_TRUE(samples);
    EXPECT_EQ(samples->timesPerSample, 1);
    EXPECT_EQ(prepared, done);
}

TEST(Measure, AFailureEndsIt)
{
    int calls = 0;
    const auto samples = measure({[&calls]() -> Result<double> {
                                      if (++calls == 5)
                                          return unsupported("no more");
                                      return 1e6;
                                  },
                                  {}},
                                 {});
    ASSERT_FALSE(samples);
    EXPECT_EQ(samples.error().text, "no more");
}

TEST(Measure, StoppedItKeepsWhatItHas)
{
    std::stop_source stop;
    int calls = 0;
    const auto samples = measure({[&]() -> Result<double> {
                                      if (++calls == 6)
                                          stop.request_stop();
                                      return calls % 2 == 0 ? 1e6 : 2e6;
                                  },
                                  {}},
                                 {.budget = 60s, .watch = {.stop = stop.get_token()}});
    ASSERT_TRUE(samples);
    EXPECT_TRUE(samples->isCancelled);
    EXPECT_EQ(samples->nanoseconds.size(), 4U);
}

} // namespace tscope::timing
