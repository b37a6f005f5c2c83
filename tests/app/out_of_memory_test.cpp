// SPDX-License-Identifier: Apache-2.0
// Wherever memory ends, --json answers: one value that programs can read, with the error in it.
#include "support/sanitized.h"
#include "tscope.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope::app {
namespace {

class OutOfMemory : public testing::Test
{
protected:
    void SetUp() override
    {
        if (test::isSanitized)
            GTEST_SKIP() << "a sanitizer needs more addresses than the limit";
    }

    // With so many KiB of addresses. How many of the runs were short of them.
    int failuresOf(const std::string& words, std::initializer_list<int> limits) const
    {
        int failures = 0;
        for (const int limit : limits) {
            SCOPED_TRACE(words + " with " + std::to_string(limit) + " KiB");
            const auto run = runTool("bash", {"-c", "ulimit -v " + std::to_string(limit) + "; exec " +
                                                        std::string(TSCOPE_BINARY) + " " + words});
            const auto json = Json::parse(run.out, nullptr, false);
            EXPECT_TRUE(json.is_object()) << run.out.substr(0, 200) << " ... " << run.err;
            if (run.exitCode == 0 || !json.is_object())
                continue;
            ++failures;
            EXPECT_TRUE(json.contains("error")) << run.err;
            EXPECT_EQ(json.value("error", Json::object()).value("code", ""), "out-of-memory");
            EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
        }
        return failures;
    }

    Folder m_folder;
};

TEST_F(OutOfMemory, WhileAFileIsReadIsAnswered)
{
    std::string numbers = "1.5";
    for (int i = 1; i < 4'000'000; ++i)
        numbers += ",1.5";
    const auto path = m_folder.write("a.json", R"({"layout":"strided","dtype":"float64","members":{"values":[)" +
                                                   numbers + "]}}");
    for (const auto& command : std::vector<std::string>{"check " + path, "info " + path,
                                                        "convert " + path + " " + m_folder.path("b.npz")})
        EXPECT_GT(failuresOf(command + " --json", {60'000, 70'000, 80'000, 90'000}), 0);
}

TEST_F(OutOfMemory, OfManyTensorsIsAnswered)
{
    std::string tensors;
    for (int i = 0; i < 100'000; ++i)
        tensors +=
            (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + R"(":{"layout":"strided","members":{"values":[1]}})";
    const auto path = m_folder.write("a.json", R"({"tensors":{)" + tensors + "}}");
    for (const auto& command : std::vector<std::string>{"check " + path, "info " + path})
        EXPECT_GT(failuresOf(command + " --json", {100'000, 110'000, 120'000}), 0);
}

} // namespace
} // namespace tscope::app
