// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/exercise.h"

#include <optional>
#include <string>

namespace tscope {

// What the lesson says to a wrong answer, of the first reply that holds for it; nothing where none does. A formula
// that fails says nothing of this answer.
std::optional<std::string> replyTo(const AnswerSpec& spec, const Exercise& exercise, const Value& answer);

} // namespace tscope
