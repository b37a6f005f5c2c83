// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bins.h"

#include <cstdint>

namespace tscope::compressed {

// What an index stands for: the `block` numbers from index * block on. Those below `extent` lie inside the size.
struct BlockedIndex {
    std::int64_t extent = 0;
    std::int64_t block = 1;
};

// Adds `weight` to the bins of all numbers that the indices stand for. Gives how many of the indices have none of
// theirs in the window. T: int32_t, int64_t; Count: uint32_t, uint64_t. Precondition: where the block is 1, the
// window lies inside the extent.
template <class T, class Count>
std::int64_t countIndices(const T* indices, std::int64_t count, const Bins& bins, const BlockedIndex& index,
                          Count weight, Count* counts);

} // namespace tscope::compressed
