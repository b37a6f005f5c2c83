// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exit_code.h"
#include "rules/check.h"

#include <string>
#include <vector>

namespace tscope::cli {

// Checks all tensors of all files in these folders and those below them, several files at a time, and says one
// line of each file, in the order of their paths. What is no tensor's file is passed over; what is, but can't be
// read, counts as unreadable, and so does a folder that has none. Inputs that are no folders are checked like
// files in one.
ExitCode checkFolders(const std::vector<std::string>& inputs, const CheckOptions& checking, bool json);

} // namespace tscope::cli
