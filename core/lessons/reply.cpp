// SPDX-License-Identifier: Apache-2.0
#include "lessons/reply.h"

#include "language/catalogue.h"

namespace tscope {

std::optional<std::string> replyTo(const AnswerSpec& spec, const Exercise& exercise, const Value& answer)
{
    auto names = exercise.names;
    names["answer"] = answer;
    for (const auto& reply : spec.replies) {
        Scope scope{names};
        const auto holds = reply.formula.value(scope);
        const auto* yes = holds ? holds->as<bool>() : nullptr;
        if (yes == nullptr || !*yes)
            continue;
        if (auto filled = filledText(reply.text.in(language()), names))
            return *std::move(filled);
    }
    return std::nullopt;
}

} // namespace tscope
