// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace tscope::app {

namespace {

using testing::HasSubstr;

std::string grid()
{
    return std::string(TSCOPE_SAMPLES) + "/../lessons/01-a-grid-on-a-strip.lesson";
}

std::string wrongLesson(const Folder& folder)
{
    auto text = readFile(grid());
    const std::string_view right = "answer: storage of x";
    text.replace(text.find(right), right.size(), "answer: storage of y");
    const auto path = folder.path("wrong.lesson");
    std::ofstream(path) << text;
    return path;
}

TEST(LessonCommand, ChecksLessonsAndSaysTheLineThatIsWrong)
{
    const auto fine = tscope({"lesson", "check", grid(), "--seeds", "5"});
    EXPECT_EQ(fine.exitCode, 0);
    EXPECT_THAT(fine.out, HasSubstr("A grid on a strip, 3 steps, posed with 5 seeds each"));

    const Folder folder;
    const auto path = wrongLesson(folder);
    const auto text = readFile(path);
    const auto before = std::string_view(text).substr(0, text.find("answer: storage of y"));
    const auto where = "line " + std::to_string(1 + std::ranges::count(before, '\n'));
    const auto wrong = tscope({"lesson", "check", path, grid()});
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_THAT(wrong.out, HasSubstr("wrong.lesson: " + where + ": no tensor is called y (seed 1)\n"));
    EXPECT_THAT(wrong.out, HasSubstr("A grid on a strip, 3 steps")); // the others are read all the same

    EXPECT_EQ(tscope({"lesson", "check", "/nonexistent.lesson"}).exitCode, 2);
    const auto json = Json::parse(tscope({"lesson", "check", path, "--json"}).out);
    EXPECT_EQ(json["lessons"][0]["faults"][0]["where"], where);
}

TEST(LessonCommand, PrintsTheKeyThatASeedGives)
{
    const auto key = tscope({"lesson", "key", grid(), "--seed", "7"});
    EXPECT_EQ(key.exitCode, 0);
    EXPECT_EQ(key.out, tscope({"lesson", "key", grid(), "--seed", "7"}).out);
    EXPECT_NE(key.out, tscope({"lesson", "key", grid(), "--seed", "8"}).out);
    EXPECT_THAT(tscope({"lesson", "key", grid(), "--language", "zh_CN"}).out, HasSubstr("条带"));
    const auto json = Json::parse(tscope({"lesson", "key", grid(), "--json"}).out);
    EXPECT_EQ(json["steps"].size(), 3U);
}

} // namespace
} // namespace tscope::app
