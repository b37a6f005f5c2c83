// SPDX-License-Identifier: Apache-2.0
#include "lessons/reply.h"

#include "language/catalogue.h"

namespace tscope {

namespace {

Scope withAnswer(const Exercise& exercise, const Value& answer, const WrongPart& part)
{
    Scope scope{exercise.names};
    scope.names["answer"] = answer;
    if (part.value)
        scope.names["wrong"] = *part.value;
    if (part.at)
        scope.names["wrong_at"] = Value(*part.at);
    return scope;
}

} // namespace

bool holdsFor(const Value& answer, const AnswerRemark& remark, const Exercise& exercise, const WrongPart& part)
{
    auto scope = withAnswer(exercise, answer, part);
    const auto holds = remark.formula.value(scope);
    const auto* yes = holds ? holds->as<bool>() : nullptr;
    return yes != nullptr && *yes;
}

std::optional<std::string> remarkText(const Value& answer, const AnswerRemark& remark, const Exercise& exercise,
                                      const WrongPart& part)
{
    auto filled = filledText(remark.text.in(language()), withAnswer(exercise, answer, part).names);
    return filled ? std::optional(*std::move(filled)) : std::nullopt;
}

std::optional<std::string> replyTo(const AnswerSpec& spec, const Exercise& exercise, const Value& answer,
                                   const WrongPart& part)
{
    for (const auto& reply : spec.replies)
        if (holdsFor(answer, reply, exercise, part))
            if (auto text = remarkText(answer, reply, exercise, part))
                return text;
    return std::nullopt;
}

} // namespace tscope
