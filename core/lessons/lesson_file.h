// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "lessons/lesson.h"

namespace tscope {

inline constexpr std::size_t longestLessonFile = std::size_t{1} << 20; // bytes

// A lesson from the text of its file (docs/lessons.md has the format). Errors name the line as their place.
Result<Lesson> readLesson(std::string_view text, std::string id);

} // namespace tscope
