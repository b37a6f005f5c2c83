// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "lessons/exercise.h"

namespace tscope {

// "number = rows * columns", "word view, copy = \"view\"", "slots of x.col_indices = [0, 2]", "tensor x". The
// error has no place.
Result<AnswerSpec> readAnswerLine(std::string_view text);

// An answer as somebody types it: "9", "(4, 1)", "[0, 2, 3]", "1,2; 0,3" of cells, a word. Fails with what was
// wanted; a tensor is not typed.
Result<Value> readAnswer(const AnswerSpec& spec, std::string_view typed);
// Also separates cells by the rank of their tensor, where nothing else does: "0,0 0,1". Fails where a cell has
// more or fewer numbers than that.
Result<Value> readAnswer(const AnswerSpec& spec, const Exercise& exercise, std::string_view typed);

} // namespace tscope
