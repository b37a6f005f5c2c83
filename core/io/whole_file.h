// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace tscope {

// Written beside the old file and put in its place when it is whole.
Result<void> writeWholeFile(std::string_view bytes, const std::string& path);

} // namespace tscope
