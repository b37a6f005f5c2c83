// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/related.h"
#include "lessons/lesson.h"

namespace tscope {

// What clicking a place of a tensor adds to an answer: an index of kind `cells`, the number of a slot of kinds
// `slots` and `storage`. Nothing where the place is none of that kind.
std::optional<Value> pickedValue(const AnswerSpec& spec, const Tensor& tensor, const Place& place);

} // namespace tscope
