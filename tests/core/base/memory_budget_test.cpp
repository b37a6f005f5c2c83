// SPDX-License-Identifier: Apache-2.0
#include "base/memory_budget.h"

#include "base/checked_math.h"
#include "support/sanitized.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <filesystem>
#include <fstream>

namespace tscope {
namespace {

// A folder with hierarchies of control groups that a test writes.
class Groups : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto name = (std::filesystem::temp_directory_path() / "tscope-groups-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        m_root = name;
    }
    void TearDown() override { std::filesystem::remove_all(m_root); }

    void limit(const std::string& file, const std::string& text) const
    {
        const auto path = std::filesystem::path(m_root) / file;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text << '\n';
    }

    std::string m_root;
};

TEST_F(Groups, OfVersionTwoLimitTheProcessByTheLowestOfThemAndTheirParents)
{
    limit("memory.max", "max");
    limit("a/memory.max", "5000");
    limit("a/b/memory.max", "9000");
    EXPECT_EQ(controlGroupLimit("0::/a/b\n", m_root), 5000);
    limit("a/b/memory.max", "max");
    EXPECT_EQ(controlGroupLimit("0::/a/b\n", m_root), 5000);
    EXPECT_EQ(controlGroupLimit("0::/\n", m_root), int64Max);
}

TEST_F(Groups, OfVersionOneAreFoundAmongOtherControllers)
{
    limit("memory/x/memory.limit_in_bytes", "7000");
    limit("cpu/x/memory.limit_in_bytes", "1");
    EXPECT_EQ(controlGroupLimit("3:cpu:/x\n2:cpuset,memory:/x\n1:name=systemd:/x\n", m_root), 7000);
}

TEST_F(Groups, OfAContainerThatSeesItsOwnRootOnlyStandThere)
{
    limit("memory.max", "4000");
    EXPECT_EQ(controlGroupLimit("0::/not/seen/from/here\n", m_root), 4000);
}

TEST_F(Groups, ThatTellNothingLimitNothing)
{
    EXPECT_EQ(controlGroupLimit("", m_root), int64Max);
    EXPECT_EQ(controlGroupLimit("0::/a\nnonsense\n4:memory\n:::\n", m_root), int64Max);
    limit("memory.max", "-3");
    EXPECT_EQ(controlGroupLimit("0::/", m_root), int64Max);
}

TEST(MemoryBudget, IsHalfOfWhatTheProcessCanHave)
{
    EXPECT_GT(memoryBudget(), 0);
    EXPECT_LE(memoryOfProcess(), physicalMemory());
    EXPECT_EQ(memoryBudget(), memoryOfProcess() / 2);
}

TEST(MemoryBudget, FollowsALimitThatTheProcessIsGiven)
{
    if (test::isSanitized)
        GTEST_SKIP() << "sanitizers reserve more address space than any limit";
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_DATA, &before), 0);
    auto lower = before;
    lower.rlim_cur = rlim_t{1} << 30;
    ASSERT_EQ(::setrlimit(RLIMIT_DATA, &lower), 0);
    const auto limited = memoryOfProcess();
    ASSERT_EQ(::setrlimit(RLIMIT_DATA, &before), 0);
    EXPECT_EQ(limited, std::int64_t{1} << 30);
}

TEST(MemoryBudget, RefusesWithBothNumbers)
{
    const auto error = overBudget("the result", 2000, 1000);
    EXPECT_EQ(error.code, ErrorCode::outOfMemory);
    EXPECT_EQ(error.text, "the result would take 2000 bytes, more than the 1000 bytes that may be used");
    EXPECT_THAT(overBudget("the result", int64Max, 1000).text,
                ::testing::HasSubstr("more bytes than 64 bits count"));
}

} // namespace
} // namespace tscope
