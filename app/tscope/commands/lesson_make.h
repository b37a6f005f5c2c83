// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tscope::cli {

// `tscope lesson make`: a lesson about a tensor.
void addLessonMake(CLI::App& lesson, Invocation& invocation);

} // namespace tscope::cli
