// SPDX-License-Identifier: Apache-2.0
// tscope check --markdown: what was found, to be sent to others.
#include "app/tscope.h"
#include "support/scratch_folder.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

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
    for (const auto* part :
         {"crow_indices[2] is 9; it should be between 2 and 5",
          "row 1 spans 7 entries (2 to 8), but there are only 5 columns",
          "raise each pointer of crow_indices to the largest before it (loses which row has which "
          "entries)",
          "broken under pytorch: 2 rules, 3 places"}) {
        EXPECT_THAT(plain, HasSubstr(part));
        EXPECT_THAT(report, HasSubstr(part));
    }
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
