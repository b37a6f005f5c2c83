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

    auto run(const std::string& words, int limit) const
    {
        return runTool("bash", {"-c", "ulimit -v " + std::to_string(limit) + "; exec " +
                                          std::string(TSCOPE_BINARY) + " " + words});
    }

    // With so many KiB of addresses. How many of the runs were short of them.
    int failuresOf(const std::string& words, const std::vector<int>& limits) const
    {
        int failures = 0;
        for (const int limit : limits) {
            SCOPED_TRACE(words + " with " + std::to_string(limit) + " KiB");
            const auto done = run(words, limit);
            const auto json = Json::parse(done.out, nullptr, false);
            EXPECT_TRUE(json.is_object()) << done.out.substr(0, 200) << " ... " << done.err;
            if (done.exitCode == 0 || !json.is_object())
                continue;
            ++failures;
            EXPECT_TRUE(json.contains("error")) << done.err;
            EXPECT_EQ(json.value("error", Json::object()).value("code", ""), "out-of-memory");
            EXPECT_EQ(std::ranges::count(done.err, '\n'), 1) << done.err;
        }
        return failures;
    }

    // Limits a little below the least that is enough: memory may run out anywhere.
    std::vector<int> limitsThatAreShort(const std::string& words) const
    {
        int tooFew = 30'000, enough = 400'000;
        while (enough - tooFew > 500) {
            const int limit = (tooFew + enough) / 2;
            (run(words, limit).exitCode == 0 ? enough : tooFew) = limit;
        }
        std::vector<int> limits;
        for (int step = 1; step <= 12; ++step)
            limits.push_back(enough - 600 * step);
        return limits;
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
    for (int i = 0; i < 20'000; ++i)
        tensors +=
            (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + R"(":{"layout":"strided","members":{"values":[1]}})";
    const auto path = m_folder.write("a.json", R"({"tensors":{)" + tensors + "}}");
    for (const auto& command : std::vector<std::string>{"check " + path, "info " + path})
        EXPECT_GT(failuresOf(command + " --json", limitsThatAreShort(command + " --json")), 0);
}

} // namespace
} // namespace tscope::app
