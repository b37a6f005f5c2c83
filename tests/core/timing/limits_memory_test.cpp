// SPDX-License-Identifier: Apache-2.0
#include "timing/limits_memory.h"

#include "support/scratch_folder.h"
#include "timing/limits.h"
#include "timing/roofs.h"
#include "timing/session_json.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace tscope::timing {

namespace {

Limits atRates(double memory, double flops)
{
    Limits out{"cpu", memory, memory, memory, flops, flops, 4096, {{2048, memory}}};
    out.others = 0.1;
    return out;
}

// Nothing is remembered after the test.
struct Remembering {
    explicit Remembering(const std::string& path) { rememberLimitsIn(path); }
    ~Remembering() { rememberLimitsIn({}); }
};

} // namespace

TEST(LimitsMemory, KeepsMeasurementsOfEachDeviceFromOneProcessToTheNext)
{
    const test::ScratchFolder folder;
    const auto path = folder.path("state/limits.json");
    const Remembering on(path);
    EXPECT_TRUE(rememberedLimits("cpu").empty());
    const std::vector all{atRates(10, 5), atRates(9, 6)};
    rememberLimits("cpu", all);
    rememberLimits("cpu (1 thread)", {atRates(4, 2)});
    EXPECT_EQ(rememberedLimits("cpu"), all);
    ASSERT_EQ(rememberedLimits("cpu (1 thread)").size(), 1U);
    EXPECT_TRUE(rememberedLimits("cuda:0").empty());

    // Those of another machine are none of this one's, and make way for them.
    auto session = *readSessionFile(path);
    session.machine.processor = "another one";
    std::ofstream(path) << sessionText(session);
    EXPECT_TRUE(rememberedLimits("cpu").empty());
    rememberLimits("cpu", {atRates(3, 3)});
    EXPECT_EQ(rememberedLimits("cpu").size(), 1U);
    EXPECT_TRUE(rememberedLimits("cpu (1 thread)").empty());
    std::ofstream(path) << "{";
    EXPECT_TRUE(rememberedLimits("cpu").empty());
}

TEST(LimitsMemory, ABestRateIsNeverDropped)
{
    std::vector<Limits> all;
    for (int i = 0; i < 30; ++i)
        all.push_back(atRates(i == 3 ? 50 : 10, i == 5 ? 70 : 8));
    const auto kept = worthKeeping(all, 12);
    EXPECT_EQ(kept.size(), 12U);
    EXPECT_EQ(bestOf(kept).copyRate, 50);
    EXPECT_EQ(bestOf(kept).flopsF32, 70);
    EXPECT_EQ(worthKeeping(all, 1).size(), 2U) << "each has a best rate";
}

TEST(LimitsMemory, AConfirmationOfABestRateIsNeverDropped)
{
    std::vector<Limits> all;
    for (int i = 0; i < 30; ++i)
        all.push_back(atRates(i == 1 || i == 4 ? 50 : 10, 8));
    ASSERT_EQ(doubtfulRatesIn(bestOf(all)), 0U);
    const auto kept = worthKeeping(all, 12);
    EXPECT_EQ(kept.size(), 12U);
    EXPECT_EQ(bestOf(kept).copyRate, 50);
    EXPECT_EQ(doubtfulRatesIn(bestOf(kept)), 0U) << "two measurements reached it";
}

// A session with more than 64 measurements of a device can't be read again.
TEST(LimitsMemory, MeasuringAgainAndAgainHoldsNoMoreThanASessionMayHave)
{
    const test::ScratchFolder folder;
    const auto path = folder.path("limits.json");
    Session session;
    session.machine = thisMachine();
    session.limits = {bestOf(std::vector(62, atRates(0.01, 0.01)))}; // far below any machine
    session.limits[0].device = "cpu (1 thread)";
    std::ofstream(path) << sessionText(session);
    const Remembering on(path);
    ASSERT_EQ(rememberedLimits("cpu (1 thread)").size(), 62U);

    const auto again = limitsMeasuredAgain("cpu (1 thread)");
    ASSERT_TRUE(again);
    EXPECT_LE(again->repeats.size(), 48U);
    EXPECT_GT(again->copyRate, 0.01);
    session.limits = {*again};
    EXPECT_TRUE(readSession(sessionText(session)));
}

TEST(LimitsMemory, WithoutAPlaceNothingIsRemembered)
{
    rememberLimits("cpu", {atRates(10, 5)});
    EXPECT_TRUE(rememberedLimits("cpu").empty());
    const test::ScratchFolder folder;
    std::ofstream(folder.path("file")) << "";
    const Remembering on(folder.path("file/limits.json")); // no folder can be made there
    rememberLimits("cpu", {atRates(10, 5)});
    EXPECT_TRUE(rememberedLimits("cpu").empty());
}

} // namespace tscope::timing
