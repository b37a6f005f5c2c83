// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>
#include <vector>

namespace tscope::timing {

// A session for people who read it in a terminal: a table for each operation on each tensor and device, the
// fastest first, what each form takes, verdicts and how far the numbers are to be trusted.
std::vector<std::string> linesOf(const Session& session);

} // namespace tscope::timing
