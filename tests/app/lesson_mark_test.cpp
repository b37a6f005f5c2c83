// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace tscope::app {

namespace {

using testing::HasSubstr;

std::string gridLesson()
{
    return std::string(TSCOPE_SAMPLES) + "/../lessons/01-a-grid-on-a-strip.lesson";
}

std::string handedIn()
{
    return std::string(TSCOPE_TEST_DATA) + "/lesson_results";
}

TEST(LessonMark, TellsAClassAsOneTable)
{
    const auto marked = tscope({"lesson", "mark", gridLesson(), handedIn(), "--seed", "7"});
    EXPECT_EQ(marked.exitCode, 0);
    EXPECT_EQ(std::ranges::count(marked.out, '\n'), 8) << "a line for each file, then one for each step";
    EXPECT_EQ(tscope({"lesson", "mark", "1", handedIn(), "--seed", "7"}).out, marked.out) << "it is built in";
    EXPECT_THAT(marked.out,
                testing::ContainsRegex("ada.json +Ada +right \\(2\\) +right with hints +right +3 of 3\n"));
    EXPECT_THAT(marked.out,
                testing::ContainsRegex(
                    "4711.json +4711 +wrong +- +- +0 of 3 +answered with other numbers than this seed"));
}

TEST(LessonMark, SumsUpAClassByStep)
{
    const auto table = tscope({"lesson", "mark", gridLesson(), handedIn(), "--summary"});
    EXPECT_EQ(table.exitCode, 0);
    EXPECT_EQ(std::ranges::count(table.out, '\n'), 4);
    EXPECT_THAT(table.out, testing::ContainsRegex("step +title +tried +right at first +right +wrong answers\n"));
    EXPECT_THAT(table.out, testing::ContainsRegex("1 +Where does it lie\\? +2 of 2 +0 of 2 +1 of 2"));
    EXPECT_THAT(tscope({"lesson", "mark", gridLesson(), handedIn()}).out, testing::EndsWith("\n\n" + table.out));
    EXPECT_THAT(tscope({"lesson", "mark", gridLesson(), handedIn() + "/ada.json"}).out,
                testing::Not(HasSubstr("right at first")))
        << "one file is no class";
    EXPECT_THAT(tscope({"lesson", "mark", gridLesson(), handedIn(), "--summary", "--csv"}).out, HasSubstr("\n3,"));
    const auto json = Json::parse(tscope({"lesson", "mark", gridLesson(), handedIn(), "--json"}).out);
    ASSERT_EQ(json["summary"].size(), 3U);
    EXPECT_EQ(json["summary"][0]["students"], 2);
    EXPECT_EQ(json["summary"][0]["right_at_first"], 0);
    EXPECT_EQ(json["summary"][0]["right"], 1);
    EXPECT_EQ(json["summary"][0]["wrong"].size(), 2U);
    EXPECT_EQ(json["summary"][1]["right_at_first"], 0) << "Ada had seen a hint";
    EXPECT_EQ(json["summary"][2]["right_at_first"], 1);
}

TEST(LessonMark, GoesOnWhereAFileCannotBeRead)
{
    const auto marked = tscope({"lesson", "mark", gridLesson(), handedIn(), gridLesson(), "--csv"});
    EXPECT_EQ(marked.exitCode, 2);
    EXPECT_EQ(std::ranges::count(marked.out, '\n'), 4);
    EXPECT_THAT(marked.out, HasSubstr("Ada,7,3,3,right,2,13,right with hints,1,\"3,1\",right,1,\"1, 4\",\n"));
    EXPECT_EQ(tscope({"lesson", "mark", gridLesson(), "/nonexistent.json"}).exitCode, 2);
    const auto json = Json::parse(tscope({"lesson", "mark", gridLesson(), handedIn(), "--json"}).out);
    EXPECT_EQ(json["results"][1]["steps"][0]["outcome"], "right");
}

TEST(LessonMark, HasTheKeyOfEachStudent)
{
    const auto key = [](const char* student) {
        return tscope({"lesson", "key", gridLesson(), "--seed", "7", "--student", student}).out;
    };
    EXPECT_EQ(key("Ada"), key("ada "));
    EXPECT_NE(key("Ada"), key("4711"));
}

} // namespace
} // namespace tscope::app
