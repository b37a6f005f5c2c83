// SPDX-License-Identifier: Apache-2.0
#include "lessons/built_in_lessons.h"

#include "base/say.h"
#include "lessons/lesson_book.h"
#include "lessons/lesson_file.h"
#include "lessons/letters.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace tscope {

namespace {

#include "built_in_lessons.inc" // made from resources/lessons

bool isCalled(const BuiltInLesson& lesson, std::string_view name)
{
    const auto hyphen = lesson.id.find('-');
    auto number = lesson.id.substr(0, hyphen);
    if (name == lesson.id || name == number || name == lesson.id.substr(hyphen + 1))
        return true;
    while (number.size() > 1 && number.starts_with('0'))
        number.remove_prefix(1);
    return name == number;
}

} // namespace

std::span<const BuiltInLesson> builtInLessons()
{
    return lessonTexts;
}

Result<Lesson> lessonNamed(const std::string& name)
{
    std::error_code ignored;
    const bool isPath = name.find('/') != std::string::npos || name.ends_with(".lesson");
    if (isPath || (std::filesystem::exists(name, ignored) && !std::filesystem::is_directory(name, ignored)))
        return openLesson(name);
    const auto found = std::ranges::find_if(
        lessonTexts, [&](const auto& each) { return isCalled(each, lowered(trimmed(name))); });
    if (found != lessonTexts.end())
        return readLesson(found->text, std::string(found->id));
    return Error{ErrorCode::notFound,
                 say("wanted the file of a lesson, or the number or the id of a built-in one, found \"{0}\"; "
                     "\"tscope lesson list\" lists them",
                     name.substr(0, 100))};
}

} // namespace tscope
