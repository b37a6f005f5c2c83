// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/exercise.h"

#include <optional>
#include <string>

namespace tscope {

// A formula that fails does not hold.
bool holdsFor(const Value& answer, const AnswerRemark& remark, const Exercise& exercise);
// The text of the remark; nothing where its formulas fail for this answer.
std::optional<std::string> remarkText(const Value& answer, const AnswerRemark& remark, const Exercise& exercise);

// The lesson's own words on a wrong answer: of the first reply that holds for it. Nothing where none does.
std::optional<std::string> replyTo(const AnswerSpec& spec, const Exercise& exercise, const Value& answer);

} // namespace tscope
