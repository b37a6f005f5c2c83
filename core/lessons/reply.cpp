// SPDX-License-Identifier: Apache-2.0
#include "lessons/reply.h"

#include "language/catalogue.h"

namespace tscope {

namespace {

Scope withAnswer(const Exercise& exercise, const Value& answer)
{
    Scope scope{exercise.names};
    scope.names["answer"] = answer;
    return scope;
}

} // namespace

bool holdsFor(const Value& answer, const AnswerRemark& remark, const Exercise& exercise)
{
    auto scope = withAnswer(exercise, answer);
    const auto holds = remark.formula.value(scope);
    const auto* yes = holds ? holds->as<bool>() : nullptr;
    return yes != nullptr && *yes;
}

std::optional<std::string> remarkText(const Value& answer, const AnswerRemark& remark, const Exercise& exercise)
{
    auto filled = filledText(remark.text.in(language()), withAnswer(exercise, answer).names);
    return filled ? std::optional(*std::move(filled)) : std::nullopt;
}

std::optional<std::string> replyTo(const AnswerSpec& spec, const Exercise& exercise, const Value& answer)
{
    for (const auto& reply : spec.replies)
        if (holdsFor(answer, reply, exercise))
            if (auto text = remarkText(answer, reply, exercise))
                return text;
    return std::nullopt;
}

} // namespace tscope
