// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

namespace tscope::app {

namespace {

using testing::HasSubstr;

TEST(LessonMake, WritesALessonThatItsOwnCommandsTake)
{
    const Folder folder;
    const auto path = folder.path("mine.lesson");
    const auto made = tscope({"lesson", "make", sample("csr"), "--kind", "locate", "--steps", "2", "--title",
                              "My matrix", "--out", path});
    EXPECT_EQ(made.exitCode, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("mine.lesson: My matrix, 2 steps\n"));
    EXPECT_EQ(tscope({"lesson", "check", path}).exitCode, 0);
    EXPECT_EQ(Json::parse(tscope({"lesson", "key", path, "--json"}).out)["steps"].size(), 2U);
    const auto printed =
        tscope({"lesson", "make", sample("csr"), "--kind", "locate", "--steps", "2", "--title", "My matrix"});
    EXPECT_EQ(printed.out, readFile(path));
    const auto json = Json::parse(tscope({"lesson", "make", sample("csr"), "--kind", "array", "--json"}).out);
    EXPECT_EQ(json["kind"], "array");
    EXPECT_EQ(json["steps"], 2);
    EXPECT_TRUE(json["file"].is_null());
}

TEST(LessonMake, TakesTheElementsAndTheRule)
{
    const auto lesson = tscope({"lesson", "make", sample("csr"), "--kind", "locate", "--elements", "0,1;2,4"}).out;
    EXPECT_THAT(lesson, HasSubstr("let asked = [[0, 1], [2, 4]]\n"));
    EXPECT_THAT(tscope({"lesson", "make", sample("csr"), "--kind", "broken", "--rule", "5.4"}).out,
                HasSubstr("tensor x: x breaking 5.4\n"));
}

TEST(LessonMake, SaysWhatCannotBeAsked)
{
    expectFailure({"lesson", "make", sample("csr"), "--kind", "guess"}, 3);
    expectFailure({"lesson", "make", sample("csr")}, 3);
    expectFailure({"lesson", "make", sample("csr"), "--kind", "array", "--elements", "0,1"}, 3);
    expectFailure({"lesson", "make", sample("csr"), "--kind", "locate", "--rule", "5.4"}, 3);
    EXPECT_THAT(
        expectFailure({"lesson", "make", sample("csr"), "--kind", "locate", "--out", sample("csr")}, 3)["text"]
            .get<std::string>(),
        HasSubstr("ends in .lesson"));
    EXPECT_NE(tscope({"lesson", "make", sample("csr"), "--kind", "view"}).exitCode, 0);
    EXPECT_EQ(tscope({"lesson", "make", "/nonexistent.json", "--kind", "locate"}).exitCode, 2);
}

} // namespace
} // namespace tscope::app
