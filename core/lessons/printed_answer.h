// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/exercise.h"

namespace tscope {

// Whether the solution has the numbers of this right answer. False: the step has several right answers, and the
// solution has those of another one.
bool isPrinted(const Exercise& exercise, const Value& given);

} // namespace tscope
