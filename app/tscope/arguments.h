// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace tscope::cli {

// The words of a command line, each value behind its option: "--at=" becomes "--at" and "". Fails where an option
// has no value of its own: the option parser would take the next word for it, whatever that is.
Result<std::vector<std::string>> separated(const CLI::App& app, std::span<const std::string_view> words);

} // namespace tscope::cli
