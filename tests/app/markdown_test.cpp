// SPDX-License-Identifier: Apache-2.0
// tscope check --markdown: what was found, to be sent to others.
#include "app/tscope.h"
#include "base/sha256.h"
#include "support/scratch_folder.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <span>

namespace tscope::app {

namespace {

using testing::HasSubstr;

TEST(CheckMarkdown, IsAReportOnEachTensorWithTheExitCodeOfTheVerdict)
{
    const auto run = tscope({"check", "--markdown", sample("broken_pointer"), sample("csr")});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(run.err, "");
    EXPECT_TRUE(run.out.starts_with("# Findings on `(tensor)`\n\n- file: `")) << run.out;
    EXPECT_THAT(run.out, HasSubstr("- verdict: broken under pytorch: 2 rules, 3 places\n"));
    EXPECT_THAT(run.out, HasSubstr("\n\n# Findings on `(tensor)`\n"));
    EXPECT_THAT(run.out, HasSubstr("- verdict: valid under pytorch"));
    EXPECT_EQ(tscope({"check", "--markdown", sample("csr")}).exitCode, 0);
    EXPECT_EQ(tscope({"check", "--markdown", "nowhere.json"}).exitCode, 2);
}

// Rules, places, causes and repairs in the words of the answer for people.
TEST(CheckMarkdown, SaysWhatTheTerminalSays)
{
    const auto plain = tscope({"check", sample("broken_pointer")}).out;
    const auto report = tscope({"check", "--markdown", sample("broken_pointer")}).out;
    for (const auto* part : {"crow_indices[2] is 9; it should be between 2 and 5",
                             "row 1 spans 7 entries (2 to 8), but there are only 5 columns",
                             "set crow_indices[2] from 9 to 5, the nearest that does not fall (loses "
                             "which row has which entries)",
                             "valid after it", "broken under pytorch: 2 rules, 3 places"}) {
        EXPECT_THAT(plain, HasSubstr(part));
        EXPECT_THAT(report, HasSubstr(part));
    }
}

// By what others see that they have the same file, and with which program it was checked.
TEST(CheckMarkdown, NamesTheFileByItsSumAndTheProgramByItsVersion)
{
    const test::ScratchFolder folder;
    const auto path = folder.path("a.json");
    std::ofstream(path) << R"({"layout": "csr", "size": [1, 2], "members": {"crow_indices": [0, 1],
        "col_indices": [0], "values": [1]}})";
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    Sha256 sum;
    sum.add(std::as_bytes(std::span(bytes)));
    const auto report = tscope({"check", "--markdown", path}).out;
    EXPECT_THAT(report, HasSubstr("- SHA-256: `" + std::move(sum).hex() + "`\n"));
    EXPECT_THAT(report, HasSubstr("- size of the file: " + std::to_string(bytes.size()) + " bytes, modified 2"));
    EXPECT_THAT(report, testing::ContainsRegex("- checked by tscope [0-9.]+ at 2[0-9-]+ [0-9:]+ UTC\n"));
    EXPECT_THAT(report, HasSubstr("- row pointers (crow"));
}

TEST(CheckMarkdown, SpeaksChinese)
{
    const auto run = tscope({"check", "--markdown", sample("broken_pointer"), "--language", "zh_CN"});
    EXPECT_THAT(run.out, HasSubstr("## 可能的原因\n"));
}

TEST(CheckMarkdown, AFolderIsAMistake)
{
    const test::ScratchFolder folder;
    EXPECT_EQ(tscope({"check", "--markdown", folder.path("")}).exitCode, 3);
}

} // namespace

} // namespace tscope::app
