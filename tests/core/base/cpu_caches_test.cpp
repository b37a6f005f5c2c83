// SPDX-License-Identifier: Apache-2.0
#include "base/cpu_caches.h"

#include "support/scratch_folder.h"

#include <gtest/gtest.h>

namespace tscope {

namespace {

// A processor as the system lists it.
class CpuCachesTest : public testing::Test
{
protected:
    void list(int thread, int index, const char* level, const char* type, const char* size, const char* sharers)
    {
        const auto folder = "cpu" + std::to_string(thread) + "/cache/index" + std::to_string(index);
        std::filesystem::create_directories(m_folder.path(folder));
        for (const auto& [name, word] : {std::pair{"level", level}, std::pair{"type", type},
                                         std::pair{"size", size}, std::pair{"shared_cpu_list", sharers}})
            m_folder.write(folder + "/" + name, std::string(word) + "\n");
    }
    auto found() const { return cpuCaches(m_folder.path()); }

    test::ScratchFolder m_folder;
};

} // namespace

TEST_F(CpuCachesTest, CachesThatThreadsShareAreCountedOnce)
{
    for (int thread = 0; thread < 4; ++thread) {
        const auto own = std::to_string(thread);
        list(thread, 0, "1", "Data", "48K", own.c_str());
        list(thread, 1, "1", "Instruction", "32K", own.c_str());
        list(thread, 2, "2", "Unified", "2048K", thread < 2 ? "0-1" : "2,3");
        list(thread, 3, "3", "Unified", "32768K", "0-3");
    }
    const auto caches = found();
    ASSERT_TRUE(caches) << caches.error().text;
    const std::vector<CpuCache> wanted{
        {1, false, 48 << 10, 1, 4}, {2, true, 2 << 20, 2, 2}, {3, true, 32 << 20, 4, 1}};
    EXPECT_EQ(*caches, wanted);
    EXPECT_EQ(text(wanted[0]), "L1d 48.0 KiB for each thread");
    EXPECT_EQ(text(wanted[2]), "L3 32.0 MiB, shared by 4 threads");
}

TEST_F(CpuCachesTest, TwoKindsOfCoresHaveTwoKindsOfCaches)
{
    list(0, 0, "1", "Data", "48K", "0");
    list(1, 0, "1", "Data", "32K", "1");
    const auto caches = found();
    ASSERT_TRUE(caches) << caches.error().text;
    EXPECT_EQ(caches->size(), 2U);
}

TEST_F(CpuCachesTest, WhatTheSystemDoesNotSayIsNotGuessed)
{
    EXPECT_FALSE(found());
    list(0, 0, "1", "Data", "", "0");
    list(0, 1, "2", "Unified", "lots", "0");
    list(0, 2, "3", "Unified", "64K", "0-");
    const auto caches = found();
    ASSERT_FALSE(caches);
    EXPECT_NE(caches.error().text.find(m_folder.path()), std::string::npos);
}

} // namespace tscope
