// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/dull_marker.h"

#include <algorithm>
#include <set>

namespace tscope {

std::int64_t drawn(const Exercise& exercise, std::string_view name)
{
    return *exercise.names.find(name)->second.as<std::int64_t>();
}

Numbers drawnList(const Exercise& exercise, std::string_view name)
{
    Numbers out;
    for (const auto& each : *exercise.names.find(name)->second.as<Value::List>())
        out.push_back(*each.as<std::int64_t>());
    return out;
}

std::vector<std::string> textsOf(const Numbers& numbers)
{
    std::vector<std::string> out;
    for (const auto each : numbers)
        out.push_back(std::to_string(each));
    return out;
}

std::optional<Numbers> numbersOf(const GivenAnswer& answer)
{
    Numbers out;
    for (const auto& part : answer.parts) {
        if (part.empty() || part.find_first_not_of("-0123456789") != std::string::npos || part.size() > 9)
            return std::nullopt;
        out.push_back(std::stoll(part));
    }
    return out;
}

std::int64_t between(std::mt19937_64& random, std::int64_t low, std::int64_t high)
{
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

const DullExercise* dullExercise(const Lesson& lesson, std::size_t step)
{
    static const auto all = [] {
        auto typed = dullTypedExercises();
        std::ranges::copy(dullBuiltExercises(), std::back_inserter(typed));
        return typed;
    }();
    const auto found = std::ranges::find_if(all, [&](const auto& each) {
        return each.lesson == lesson.id && each.step == lesson.steps[step].title.english;
    });
    return found == all.end() ? nullptr : &*found;
}

static std::vector<std::string> expectedParts(const Exercise& exercise)
{
    std::vector<std::string> out;
    if (const auto* list = exercise.expected->as<Value::List>())
        for (const auto& each : *list)
            out.push_back(text(each));
    else
        out.push_back(text(*exercise.expected));
    return out;
}

bool isRightDully(const Lesson& lesson, const Exercise& exercise, const GivenAnswer& answer)
{
    if (const auto* loops = dullExercise(lesson, exercise.step))
        return loops->isRight(exercise, answer);
    const auto right = expectedParts(exercise);
    switch (lesson.steps[exercise.step].answer.kind) {
    case AnswerKind::set:
    case AnswerKind::cells:
    case AnswerKind::slots:
    case AnswerKind::storage:
        return std::set(right.begin(), right.end()) == std::set(answer.parts.begin(), answer.parts.end());
    default:
        return right == answer.parts;
    }
}

} // namespace tscope
