// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tscope::cli {

// `tscope lesson mark`: what a class has handed in, marked and told as one table.
void addLessonMark(CLI::App& lesson, Invocation& invocation);

} // namespace tscope::cli
