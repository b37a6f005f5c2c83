// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/target.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope {

// Which rules of its layout a tensor with the types of the target breaks, whatever it stores: such a tensor is
// made when it is asked for, but not in silence.
std::vector<std::string> rulesAgainstTypes(const Target& target);

// That the indices get another type although none was asked for, and why. Nothing where they keep theirs.
std::optional<std::string> indexTypeChange(const Tensor& from, const Target& target,
                                           const ConvertRequest& request);

} // namespace tscope
