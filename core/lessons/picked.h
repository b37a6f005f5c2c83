// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/related.h"
#include "lessons/lesson.h"
#include "tensor/edit.h"

#include <vector>

namespace tscope {

// What clicking a place of a tensor adds to an answer: an index of kind `cells`, the number of a slot of kinds
// `slots` and `storage`. Nothing where the place is none of that kind: no place is translated into one of another
// kind, which would answer the question.
std::optional<Value> pickedValue(const AnswerSpec& spec, const Tensor& tensor, const Place& place);

// The places that such an answer names, in its order; those that the tensor does not have are left out.
std::vector<Place> placesOf(const AnswerSpec& spec, const Tensor& tensor, const Value& answer);

// What a tensor, as it is now, answers of kind `pointers`: the numbers of the member that is dragged. Nothing of
// other kinds, and where these are no whole numbers.
std::optional<Value> draggedValue(const AnswerSpec& spec, const Tensor& tensor);
// The edit that gives that member those numbers; none where it has them, or can't have them.
EditList editsOf(const AnswerSpec& spec, const Tensor& tensor, const Value& pointers);

} // namespace tscope
