// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/target.h"

#include <string>
#include <vector>

namespace tscope {

// Which rules of its layout a tensor with the types of the target breaks, whatever it stores: such a tensor is
// made when it is asked for, but not in silence.
std::vector<std::string> rulesAgainstTypes(const Target& target);

} // namespace tscope
