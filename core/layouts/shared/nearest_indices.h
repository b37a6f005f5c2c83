// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tscope {

// Sets each index that is not in [0, extent) to the nearest one that leaves all of them in order; where none does,
// to the nearest in range. `isAbove` tells of each whether it has to be above the one before it; else it may be
// equal. Empty: all have to. Precondition: extent >= 1.
void setToNearest(std::span<std::int64_t> indices, std::int64_t extent, const std::vector<bool>& isAbove = {});

} // namespace tscope
