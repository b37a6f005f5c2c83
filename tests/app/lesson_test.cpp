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

TEST(LessonCommand, TakesBuiltInLessonsByNumberAndId)
{
    const auto list = tscope({"lesson", "list"});
    EXPECT_EQ(list.exitCode, 0);
    EXPECT_EQ(std::ranges::count(list.out, '\n'), 22);
    EXPECT_THAT(list.out, HasSubstr("09-coo-to-csr  COO to CSR, and does it pay?\n"));
    EXPECT_EQ(Json::parse(tscope({"lesson", "list", "--json"}).out)["lessons"][0]["id"], "01-a-grid-on-a-strip");
    const auto key = tscope({"lesson", "key", grid(), "--seed", "7"}).out;
    for (const auto* name : {"1", "01", "01-a-grid-on-a-strip", "a-grid-on-a-strip", "A-Grid-On-A-Strip"})
        EXPECT_EQ(tscope({"lesson", "key", name, "--seed", "7"}).out, key) << name;
    EXPECT_THAT(tscope({"lesson", "check", "22", "--seeds", "2"}).out,
                HasSubstr("22: A quantised block, 5 steps"));
    const auto none = tscope({"lesson", "key", "23"});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_THAT(none.err, HasSubstr("found \"23\"; \"tscope lesson list\" lists them"));
    EXPECT_EQ(tscope({"lesson", "key", "lessons/22"}).exitCode, 2);
}

// What is built in is what the folder has.
TEST(LessonCommand, HasEveryShippedLessonAsItsFileIs)
{
    for (const auto& each : Json::parse(tscope({"lesson", "list", "--json"}).out)["lessons"]) {
        const auto id = each["id"].get<std::string>();
        const auto path = std::string(TSCOPE_SAMPLES) + "/../lessons/" + id + ".lesson";
        EXPECT_EQ(tscope({"lesson", "key", id, "--json"}).out, tscope({"lesson", "key", path, "--json"}).out)
            << id;
    }
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
