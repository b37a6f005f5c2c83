// SPDX-License-Identifier: Apache-2.0
#include "lessons/lesson.h"

#include <array>

namespace tscope {

const std::string& LessonText::in(std::string_view language) const
{
    const auto at = others.find(language);
    return at == others.end() ? english : at->second;
}

std::string_view name(AnswerKind kind)
{
    constexpr auto names = std::to_array<std::string_view>(
        {"number", "list", "set", "word", "cells", "slots", "storage", "pointers", "order", "tensor"});
    return names[static_cast<std::size_t>(kind)];
}

std::span<const std::string_view> lessonParts()
{
    static constexpr auto parts = std::to_array<std::string_view>(
        {"logical", "members", "storage", "address", "rules", "facts", "code", "movement", "sandbox"});
    return parts;
}

} // namespace tscope
