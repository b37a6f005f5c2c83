// SPDX-License-Identifier: Apache-2.0
#include "lessons/lesson_file.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

constexpr std::string_view whole = R"(# A grid on a strip
title[zh_CN]: 条带上的网格
goal: An address is the offset and a stride for each index.
insight: A shape is a way of reading.

// what a lecturer notes for himself
## Where is it?
title[zh_CN]: 它在哪里？
let rows = draw(2, 5)
let columns = draw(rows, 6)
where: rows != columns
tensor x: [[$("0, " * 0)]]
show: logical, storage
cover: storage, address
ask: Where is x[1, 0] of
  $rows rows?
answer: number = columns
hint: One.
hint: Two.
hint[zh_CN]: 二。
hint: Three.
worked: $columns
explain: A row is a {stride|step} further.
reveal: storage
)";

TEST(LessonFiles, HoldALessonInTheOrderOfItsLines)
{
    const auto lesson = readLesson(whole, "grid");
    ASSERT_TRUE(lesson) << lesson.error().text << lesson.error().where;
    EXPECT_EQ(lesson->id, "grid");
    EXPECT_EQ(lesson->title.in("zh_CN"), "条带上的网格");
    EXPECT_EQ(lesson->title.in("de"), "A grid on a strip");
    ASSERT_EQ(lesson->steps.size(), 1U);
    const auto& step = lesson->steps[0];
    EXPECT_EQ(step.title.english, "Where is it?");
    EXPECT_EQ(step.ask.english, "Where is x[1, 0] of $rows rows?"); // lines that begin with blanks go on
    ASSERT_EQ(step.lines.size(), 4U);
    EXPECT_EQ(step.lines[1].name, "columns");
    EXPECT_EQ(step.lines[2].kind, LessonLine::Kind::where);
    EXPECT_EQ(step.lines[3].kind, LessonLine::Kind::tensor);
    EXPECT_EQ(step.covered, (std::vector<std::string>{"storage", "address"}));
    EXPECT_EQ(step.answer.kind, AnswerKind::number);
    EXPECT_EQ(step.hints[1].in("zh_CN"), "二。");
    ASSERT_TRUE(step.explained);
    EXPECT_EQ(step.explained->before.english, "A row is a ");
    EXPECT_EQ(step.explained->words.at(""), (std::vector<std::string>{"stride", "step"}));
}

TEST(LessonFiles, HoldListsLineByLine)
{
    std::string text(whole);
    const std::string ask = "  $rows rows?\n";
    text.replace(text.find(ask), ask.size(), ask + "  - the first,\n    or so\n  - the last\n");
    const std::string minus = "answer: number = columns";
    text.replace(text.find(minus), minus.size(), minus + "\n  - 1 + 1");
    const auto lesson = readLesson(text, "grid");
    ASSERT_TRUE(lesson) << lesson.error().text << lesson.error().where;
    EXPECT_EQ(lesson->steps[0].ask.english,
              "Where is x[1, 0] of $rows rows?\n\u2022 the first, or so\n\u2022 the last");
    EXPECT_EQ(lesson->steps[0].answer.expected->text(), "columns - 1 + 1");
}

std::string errorOf(std::string_view from, std::string_view to)
{
    std::string text(whole);
    text.replace(text.find(from), from.size(), to);
    const auto lesson = readLesson(text, "grid");
    return lesson ? "read" : lesson.error().where + ": " + lesson.error().text;
}

TEST(LessonFiles, ThatAreWrongSayTheLineWhatWasWantedAndWhatWasFound)
{
    EXPECT_EQ(errorOf("# A grid on a strip\n", ""), "line 1: wanted \"# title\" first, found \"title\"");
    EXPECT_EQ(errorOf("{stride|step}", "{stride||step}"),
              "line 23: wanted a sentence with one gap, {right word|another}");
    EXPECT_EQ(errorOf("goal: An address", "aim: An address"),
              "line 3: a lesson has title, goal and insight before its first step, found \"aim\"");
    EXPECT_EQ(errorOf("let rows = draw(2, 5)", "let rows"),
              "line 9: wanted \"let name = formula\", found \"rows\"");
    EXPECT_EQ(errorOf("let rows = draw(2, 5)", "let rows = draw(2, 5"),
              "line 9: wanted \")\", found the end (column 10 of \"draw(2, 5\")");
    EXPECT_EQ(errorOf("let rows = draw(2, 5)", "let if = 2"),
              "line 9: wanted \"let name = formula\", found \"if = 2\"");
    EXPECT_EQ(errorOf("cover: storage, address", "cover: storage, memory"),
              "line 14: wanted parts of the window (logical, members, storage, address, rules, facts, code, "
              "movement, sandbox), found "
              "\"memory\"");
    EXPECT_EQ(errorOf("answer: number = columns", "answer: digit = columns"),
              "line 17: wanted a kind of answer (number, list, set, word, cells, slots, storage, pointers, order, "
              "tensor), found \"digit\"");
    EXPECT_EQ(errorOf("answer: number = columns", "answer: number"),
              "line 17: an answer needs \"= what is right\" or at least one need");
    EXPECT_EQ(errorOf("answer: number = columns", "answer: slots of x = [1]"),
              "line 17: wanted slots of tensor.member, found \"x\"");
    EXPECT_EQ(errorOf("answer: number = columns", "answer: number = columns\npoint: number = 3"),
              "line 18: wanted cells, slots or storage of a tensor and \"= formula\", found \"number = 3\"");
    EXPECT_EQ(errorOf("answer: number = columns", "answer: number = columns\npoint: cells of x"),
              "line 18: wanted cells, slots or storage of a tensor and \"= formula\", found \"cells of x\"");
    EXPECT_EQ(errorOf("hint: Three.\n", ""), "line 7: wanted 3 hints, each stronger, found 2");
    EXPECT_EQ(errorOf("worked: $columns\n", ""), "line 7: the step has no worked");
    EXPECT_EQ(errorOf("ask: Where", "ask: Where\nask: Where"), "line 16: ask stands here for the second time");
    EXPECT_EQ(errorOf("{stride|step}", "stride"), "line 23: wanted a sentence with one gap, {right word|another}");
    EXPECT_EQ(errorOf("show: logical, storage", "shows: logical"), "line 13: a step has no \"shows\"");
    EXPECT_EQ(errorOf("show: logical, storage", "storage too"),
              "line 13: wanted \"key: text\", found \"storage too\"");
}

TEST(LessonFiles, WithoutAnythingInThemAreNoLesson)
{
    for (const auto* text : {"", "\n\n", "// nothing\n", "## step\n", "  goes on", "goal: x"})
        EXPECT_FALSE(readLesson(text, "x")) << text;
}

} // namespace
} // namespace tscope
