// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "literals/warning_list.h"

#include <string>
#include <string_view>

namespace tscope {

// The text of the JSON tensors that an answer of `info --json` tells of. Elements that the answer leaves out are
// left out here too: those tensors are declared only. Slots of a storage that nobody reads become 0.
Result<std::string> tensorsOfFacts(std::string_view answer, WarningList& warnings);

} // namespace tscope
