// SPDX-License-Identifier: Apache-2.0
// Lessons of one step, for tests.
#pragma once

#include "lessons/answer_line.h"
#include "lessons/exercise.h"
#include "lessons/lesson_file.h"
#include "lessons/mark.h"

#include <gtest/gtest.h>

namespace tscope {

// A lesson of one step around these lines.
inline Lesson lessonOf(const std::string& lines)
{
    const auto lesson = readLesson(
        "# T\ngoal: G\n## S\nask: $ask\nhint: a\nhint: b\nhint: c\nworked: w\nlet ask = 1\n" + lines, "t");
    EXPECT_TRUE(lesson) << lesson.error().text << " " << lesson.error().where;
    return lesson ? *lesson : Lesson{};
}

// "right", or why it is not.
inline std::string marked(const std::string& lines, std::string_view answer)
{
    const auto lesson = lessonOf(lines);
    const auto exercise = pose(lesson, 0, 1);
    if (!exercise)
        return exercise.error().text;
    const auto value = readAnswer(lesson.steps[0].answer, answer);
    if (!value)
        return value.error().text;
    const auto marked = mark(lesson, *exercise, *value);
    return marked.isRight ? "right" : marked.text;
}

} // namespace tscope
