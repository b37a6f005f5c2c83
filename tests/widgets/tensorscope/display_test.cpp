// SPDX-License-Identifier: GPL-3.0-or-later
// The message of the window's program if it cannot have a window.
#include "support/tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using testing::HasSubstr;

namespace {

ToolRun startedWith(std::vector<std::string> environment)
{
    std::vector<std::string> all{"-u", "QT_QPA_PLATFORM", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY"};
    all.insert(all.end(), environment.begin(), environment.end());
    all.insert(all.end(), {TENSORSCOPE_BINARY, "--fresh"});
    return runTool("env", all);
}

void expectOneSentence(const ToolRun& run)
{
    EXPECT_EQ(run.exitCode, 4) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("--grab DIR"));
}

} // namespace

TEST(WithoutDisplay, NoneIsNamed)
{
    const auto run = startedWith({});
    expectOneSentence(run);
    EXPECT_THAT(run.err, HasSubstr("neither DISPLAY nor WAYLAND_DISPLAY is set"));
}

TEST(WithoutDisplay, TheNamedOneDoesNotAnswer)
{
    const auto run = startedWith({"DISPLAY=:4095"});
    expectOneSentence(run);
    EXPECT_THAT(run.err, HasSubstr("DISPLAY=:4095"));
}

TEST(WithoutDisplay, ThePlatformIsNotThere)
{
    const auto run = startedWith({"QT_QPA_PLATFORM=nowhere"});
    expectOneSentence(run);
    EXPECT_THAT(run.err, HasSubstr("QT_QPA_PLATFORM=nowhere"));
}
