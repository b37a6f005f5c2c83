// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace tscope::mutations {

// Leaves out parts of the bytes as long as `isBad` says that the rest is still bad, and asks it so many times at
// most.
std::string madeSmaller(std::string bytes, const std::function<bool(const std::string&)>& isBad, int mostTries);

} // namespace tscope::mutations
