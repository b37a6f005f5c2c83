// SPDX-License-Identifier: Apache-2.0
// Files far larger than memory, made of holes: what is mapped is opened without being read, whatever its size.
#include "app/tscope.h"
#include "support/holed_files.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <sys/resource.h>

namespace tscope::app {

namespace {

// A program is born with the peak of whoever starts it, so only small ones can judge others.
bool isMeasurable(const ToolRun& run)
{
    rusage own{};
    ::getrusage(RUSAGE_SELF, &own);
    return !test::isSanitized && run.peakMemoryKib > own.ru_maxrss;
}

void expectToOpenAtOnce(std::uint64_t count)
{
    const Folder folder;
    if (!test::keepsHoles(folder.path("")))
        GTEST_SKIP() << "the file system here has no files with holes";
    for (const auto& [ending, write] : test::holedFormats()) {
        SCOPED_TRACE(ending);
        const auto path = folder.path(std::string("large.") + ending);
        test::HoledFile file(path);
        write(file, count);
        if (!file.isWritten())
            GTEST_SKIP() << "the file system here has no files of " << count * 4 << " bytes";
        const auto run = tscope({"info", path, "--json"});
        EXPECT_EQ(run.exitCode, 0) << run.err;
        const auto answer = Json::parse(run.out, nullptr, false);
        ASSERT_TRUE(answer.is_object()) << run.out;
        EXPECT_EQ(answer["tensors"][0]["size"], Json({count}));
        EXPECT_EQ(answer["tensors"][0]["storage_bytes"], count * 4);
        EXPECT_EQ(answer["warnings"], Json::array());
        if (isMeasurable(run)) {
            EXPECT_LT(run.peakMemoryKib, 50 * 1024);
        }
        std::cout << "info of " << count * 4 / 1'000'000'000 << " GB of ." << ending << ": "
                  << static_cast<int>(run.seconds * 1000) << " ms, " << run.peakMemoryKib / 1024 << " MiB\n";
        const auto last = tscope({"locate", path, "--at", std::to_string(count - 1), "--json"});
        EXPECT_EQ(last.exitCode, 0) << last.err;
        EXPECT_EQ(Json::parse(last.out, nullptr, false)["value"], 0);
        if (isMeasurable(last)) {
            EXPECT_LT(last.peakMemoryKib, 50 * 1024);
        }
        std::filesystem::remove(path);
    }
}

} // namespace

TEST(LargeFiles, OfTwentyGigabytesOpenAtOnce)
{
    expectToOpenAtOnce(5'000'000'003);
}

TEST(LargeFiles, OfTwoTerabytesOpenAtOnce)
{
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "ThreadSanitizer leaves no 2 TB of addresses in a row";
#endif
    expectToOpenAtOnce(500'000'000'003);
}

} // namespace tscope::app
