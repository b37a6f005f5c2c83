// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "lessons/lesson.h"

namespace tscope {

// How names of formulas and tensors look: letters, digits and underscores, no digit first, and none of the words
// that formulas have a meaning for.
bool isLessonName(std::string_view name);

// What stands behind "tensor x:": where it comes from, the tensor it is made of, and the rest.
struct TensorLine {
    TensorSource source = TensorSource::literal;
    std::string of = {}, text = {};
};
TensorLine readTensorLine(std::string_view text);

// The tensor that a line describes, its text filled. `of` is null where it is made of no other. Where something is
// drawn the seed decides.
Result<TensorPtr> tensorOf(TensorSource source, std::string_view text, const Tensor* of, std::uint64_t seed);

} // namespace tscope
