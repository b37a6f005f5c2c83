// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace tscope {

// "1,2,3" as integers, "2x3" too, "" as none. Fails (invalidArgument) on anything else.
Result<Extents> parseNumbers(std::string_view text);
// The rows and columns of a block: "2,3" or "2x3". Whether blocks can have that size is left to the caller.
Result<std::array<std::int64_t, 2>> parseBlockSize(std::string_view text);

} // namespace tscope
