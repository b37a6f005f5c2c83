// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "lessons/lesson.h"

#include <span>
#include <string_view>

namespace tscope {

// A lesson that comes with the program: its id, which is the name of its file, and what the file holds.
struct BuiltInLesson {
    std::string_view id, text;
};
std::span<const BuiltInLesson> builtInLessons(); // in their order

// The lesson in the file of that name; where there is no such file, the built-in one with that id, that number
// ("9", "09") or that id without its number.
Result<Lesson> lessonNamed(const std::string& name);

} // namespace tscope
