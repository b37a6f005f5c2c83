// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "lessons/exercise.h"

namespace tscope {

// A lesson from its file; its id is the name of the file without its ending.
Result<Lesson> openLesson(const std::string& path);

// What can be said against a lesson that could be read: each step is posed with so many seeds, and what its own
// words call right has to be marked as right. One error a step at most. Empty: nothing.
std::vector<Error> faultsOf(const Lesson& lesson, int seeds);

// The answer to a step as a key has it: what is right, or the worked solution where many answers are.
std::string keyOf(const Exercise& exercise);

} // namespace tscope
