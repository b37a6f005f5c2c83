// SPDX-License-Identifier: Apache-2.0
// Commands in processes that may take little memory: they work in it, or say what they would need.
#include "app/tscope.h"
#include "support/holed_files.h"
#include "support/sanitized.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::app {

namespace {

using testing::HasSubstr;

// The built binary with a limit of its address space, which files that it maps count in.
ToolRun limited(std::int64_t mebibytes, std::vector<std::string> arguments)
{
    std::vector<std::string> words{"-c", "ulimit -v " + std::to_string(mebibytes * 1024) + "; exec \"$@\"", "sh",
                                   TSCOPE_BINARY};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return runTool("/bin/sh", words);
}

class MemoryLimit : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (test::isSanitized)
            GTEST_SKIP() << "sanitizers take address space without end";
    }
};

TEST_F(MemoryLimit, DiffComparesFilesInTheMemoryThatMapsThem)
{
    const Folder folder;
    if (!test::keepsHoles(folder.path("")))
        GTEST_SKIP() << "the file system here has no files with holes";
    constexpr std::uint64_t count = 40'000'000; // 160 MB each
    for (const auto& [ending, write] : test::holedFormats()) {
        if (std::string(ending) != "npy")
            continue;
        for (const auto* name : {"a.npy", "b.npy"}) {
            test::HoledFile file(folder.path(name));
            write(file, count);
            ASSERT_TRUE(file.isWritten());
        }
    }
    const auto run = limited(700, {"diff", folder.path("a.npy"), folder.path("b.npy"), "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const auto answer = Json::parse(run.out, nullptr, false);
    ASSERT_TRUE(answer.is_object()) << run.out;
    EXPECT_EQ(answer["equal"]["bytes"], true);
    EXPECT_EQ(answer["counts"]["differ"], 0);
}

TEST_F(MemoryLimit, DiffRefusesWithNumbersWhatItCantCompareInTheMemoryThatItMayTake)
{
    const Folder folder;
    std::string places = "0", values = "1";
    for (int i = 1; i < 2000; ++i) {
        places += ",0";
        values += ",1";
    }
    const auto path = folder.write("a.json", R"({"layout": "coo", "size": [2, 2], "members": {"indices": [[)" +
                                                 places + "], [" + places + R"(]], "values": [)" + values + "]}}");
    const auto error = expectFailure({"diff", path, path, "--max-memory", "10000"}, 4);
    EXPECT_THAT(error["text"].get<std::string>(), HasSubstr("4000 elements stored at (0, 0)"));
    EXPECT_THAT(error["text"].get<std::string>(), HasSubstr("9.77 KiB that may be used"));
    EXPECT_EQ(tscope({"diff", path, path, "--max-memory", "10000000"}).exitCode, 0);
}

TEST_F(MemoryLimit, TimeLeavesOutTheFormsThatDoNotFitAndSaysHowMuchTheyWouldTake)
{
    const Folder folder;
    const auto path = folder.path("a.npz");
    ASSERT_EQ(
        tscope({"make", "random", path, "--layout", "csr", "--size", "30000,30000", "--nnz", "1000"}).exitCode, 0);
    const auto run =
        limited(3000, {"time", path, "--ops", "spmv", "--layouts", "csr,strided", "--budget", "5", "--rounds", "1",
                       "--warm-only", "--quiet", "--max-dense", "4000000000", "--json"});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const auto answer = Json::parse(run.out, nullptr, false);
    ASSERT_TRUE(answer.is_object()) << run.out << run.err;
    bool isDenseThere = false;
    for (const auto& row : answer["rows"]) {
        const bool isDense = row["layout"] == "strided";
        EXPECT_EQ(row["status"], isDense ? "unsupported" : "ok") << row.dump();
        if (isDense) {
            EXPECT_THAT(row["reason"].get<std::string>(), HasSubstr("would take 3.35 GiB, more than the "));
        }
        isDenseThere = isDenseThere || isDense;
    }
    EXPECT_TRUE(isDenseThere);
}

TEST_F(MemoryLimit, ConversionsOfExpandedTensorsAreRefusedWithNumbers)
{
    const Folder folder;
    const auto path = folder.write("a.json", R"({"layout": "strided", "members": {"values": {"dtype": "float32",
        "shape": [12000, 12000], "strides": [0, 0], "storage": [1]}}})");
    for (const auto* layout : {"csr", "coo", "nested"}) {
        const auto run = limited(1500, {"convert", path, folder.path("out.pt"), "--layout", layout});
        EXPECT_EQ(run.exitCode, 4) << layout << ": " << run.err;
        EXPECT_THAT(run.err, HasSubstr("that may be used")) << layout;
    }
}

} // namespace

} // namespace tscope::app
