// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/lesson.h"

namespace tscope {

// Whether another seed can make another exercise of a step: it draws something, or uses what a step before it
// has drawn. Pieces that are merely mixed anew make none.
bool isDrawn(const Lesson& lesson, std::size_t step);

} // namespace tscope
