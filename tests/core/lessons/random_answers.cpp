// SPDX-License-Identifier: Apache-2.0
#include "core/lessons/random_answers.h"

#include "literals/json_tensor.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {

std::vector<std::string> RandomAnswers::right(const Lesson& lesson, const Exercise& exercise)
{
    if (const auto* loops = dullExercise(lesson, exercise.step))
        return loops->anyRight(exercise, m_random).parts;
    std::vector<std::string> parts;
    if (const auto* list = exercise.expected->as<Value::List>())
        for (const auto& each : *list)
            parts.push_back(text(each));
    else
        parts.push_back(text(*exercise.expected));
    switch (lesson.steps[exercise.step].answer.kind) {
    case AnswerKind::set:
    case AnswerKind::cells:
    case AnswerKind::slots:
    case AnswerKind::storage: // in any order, and somebody may name one twice
        std::ranges::shuffle(parts, m_random);
        if (!parts.empty() && upTo(9) == 0)
            parts.push_back(parts.front());
        break;
    default:
        break;
    }
    return parts;
}

// A number in it is changed by a little; rarely it becomes one that overflows what is worked out with it.
static std::string changed(const std::string& part, std::mt19937_64& random)
{
    std::vector<std::size_t> digits;
    for (std::size_t i = 0; i < part.size(); ++i)
        if (part[i] >= '0' && part[i] <= '9')
            digits.push_back(i);
    if (digits.empty())
        return part + "x";
    if (random() % 50 == 0)
        return "9223372036854775807";
    auto out = part;
    const auto at = digits[random() % digits.size()];
    const auto isDigit = [&](std::size_t i) { return std::ranges::find(digits, i) != digits.end(); };
    // 7 and 07 are one number, which texts would not show.
    const auto least = isDigit(at + 1) && (at == 0 || !isDigit(at - 1)) ? 1 : 0;
    out[at] = static_cast<char>('0' + between(random, least, 9));
    return out;
}

void RandomAnswers::spoil(std::vector<std::string>& parts)
{
    if (parts.empty()) {
        parts.emplace_back("0");
        return;
    }
    const auto at = static_cast<std::size_t>(upTo(std::ssize(parts) - 1));
    switch (upTo(4)) {
    case 0:
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at));
        break;
    case 1:
        parts.push_back(changed(parts[at], m_random));
        break;
    case 2:
        std::swap(parts[at], parts[static_cast<std::size_t>(upTo(std::ssize(parts) - 1))]);
        break;
    default:
        parts[at] = changed(parts[at], m_random);
    }
}

void RandomAnswers::spoil(Numbers& numbers)
{
    if (numbers.empty()) {
        numbers.push_back(upTo(3));
        return;
    }
    const auto at = upTo(std::ssize(numbers) - 1);
    auto& number = numbers[static_cast<std::size_t>(at)];
    switch (upTo(5)) {
    case 0:
        numbers.erase(numbers.begin() + at);
        break;
    case 1:
        numbers.push_back(upTo(5));
        break;
    case 2:
        std::swap(number, numbers[static_cast<std::size_t>(upTo(std::ssize(numbers) - 1))]);
        break;
    default:
        number += upTo(1) == 0 ? 1 : -1;
    }
}

void RandomAnswers::spoil(BuiltTensor& built)
{
    auto which = built.members.begin();
    std::advance(which, upTo(std::ssize(built.members) - 1));
    switch (upTo(9)) {
    case 0:
        if (!built.size.empty())
            built.size[static_cast<std::size_t>(upTo(1))] += upTo(1) == 0 ? 1 : -1;
        break;
    case 1: // members of one length are changed together
        for (auto& [name, numbers] : built.members)
            if ((name == "values" || name == "col_indices") && !numbers.empty())
                numbers.pop_back();
        break;
    default:
        spoil(which->second);
    }
}

GivenAnswer RandomAnswers::next(const Lesson& lesson, const Exercise& exercise, const Exercise& other)
{
    const auto& from = upTo(9) == 0 ? other : exercise;
    GivenAnswer answer;
    if (lesson.steps[exercise.step].answer.kind == AnswerKind::tensor)
        answer = dullExercise(lesson, exercise.step)->anyRight(from, m_random);
    else
        answer.parts = right(lesson, from);
    for (auto times = upTo(2); times > 0; --times)
        if (answer.built)
            spoil(*answer.built);
        else
            spoil(answer.parts);
    return answer;
}

std::string RandomAnswers::typed(AnswerKind kind, const GivenAnswer& answer)
{
    const bool isBare = upTo(1) == 0;
    const bool isOfCells = kind == AnswerKind::cells;
    const std::string between = isOfCells && isBare ? "; " : upTo(2) == 0 ? "," : ", ";
    std::string all;
    for (const auto& part : answer.parts) {
        all.append(all.empty() ? "" : between);
        // A cell without its brackets.
        const bool cuts = isOfCells && isBare && part.size() > 1 && part.front() == '[';
        all.append(cuts ? part.substr(1, part.size() - 2) : part);
    }
    const bool isOne = kind == AnswerKind::number || kind == AnswerKind::word;
    return isBare || isOne ? all : "[" + all + "]";
}

static std::string listed(const Numbers& numbers)
{
    std::string out;
    for (const auto number : numbers)
        out.append(out.empty() ? "" : ", ").append(std::to_string(number));
    return "[" + out + "]";
}

std::optional<Tensor> tensorOf(const BuiltTensor& built)
{
    std::string members;
    for (const auto& [name, numbers] : built.members) {
        const auto isOfCoo = name == "indices";
        if (isOfCoo && numbers.size() % 2 != 0)
            return std::nullopt;
        const auto shape = isOfCoo ? Numbers{2, std::ssize(numbers) / 2} : Numbers{std::ssize(numbers)};
        members.append(members.empty() ? "" : ", ")
            .append("\"" + name + "\": {\"dtype\": \"" + (name == "values" ? built.valueType : "int64") +
                    "\", \"shape\": " + listed(shape) + ", \"data\": " + listed(numbers) + "}");
    }
    auto json = "{\"layout\": \"" + built.layout + "\", ";
    if (!built.size.empty())
        json += "\"size\": " + listed(built.size) + ", ";
    if (built.isCoalesced)
        json += "\"is_coalesced\": true, ";
    auto read = readJsonTensors(json + "\"members\": {" + members + "}}");
    EXPECT_TRUE(read) << json << "\n" << read.error().text;
    if (!read)
        return std::nullopt;
    return std::move(read->tensors.front().tensor);
}

} // namespace tscope
