// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/voice.h"
#include "exit_code.h"
#include "rules/check.h"

#include <string>
#include <vector>

namespace tscope::cli {

// Checks all tensors of all these files, and of those in these folders and below, several at a time, and tells of
// them in the order of their paths. What lies in a folder and is no tensor's file is passed over; what is, but
// can't be read, counts as unreadable, and so do a folder that has none and one that can't be looked into.
ExitCode checkFiles(const std::vector<std::string>& inputs, const CheckOptions& checking, Voice& voice);

} // namespace tscope::cli
