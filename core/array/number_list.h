// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"

#include <string_view>

namespace tscope {

// "1,2,3" as integers, "2x3" too, "" as none. Fails (invalidArgument) on anything else.
Result<Extents> parseNumbers(std::string_view text);

} // namespace tscope
