// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/exercise.h"

#include <optional>
#include <string>

namespace tscope {

// The first part of an answer that is wrong, and its position in a list. Replies call them `wrong` and `wrong_at`.
struct WrongPart {
    std::optional<Value> value = {}; // of a set: a name in small letters, or a whole number
    std::optional<std::int64_t> at = {};
};

// A formula that fails does not hold.
bool holdsFor(const Value& answer, const AnswerRemark& remark, const Exercise& exercise,
              const WrongPart& part = {});
// The text of the remark; nothing where its formulas fail for this answer.
std::optional<std::string> remarkText(const Value& answer, const AnswerRemark& remark, const Exercise& exercise,
                                      const WrongPart& part = {});

// The lesson's own words on a wrong answer: of the first reply that holds for it. Nothing where none does.
std::optional<std::string> replyTo(const AnswerSpec& spec, const Exercise& exercise, const Value& answer,
                                   const WrongPart& part);

} // namespace tscope
