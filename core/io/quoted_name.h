// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tscope {

// A name of a file in quotes, for sentences; long ones are cut, not inside a character.
std::string quotedName(std::string_view name, std::size_t longest = 80);

} // namespace tscope
