// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/convert/coalesce.h"
#include "cpu/convert/dense_blocks.h"
#include "cpu/convert/ending.h"
#include "cpu/slices.h"

#include <cstddef>
#include <cstdint>

namespace tscope::cpu {

// A dense matrix of items that is written: every item, zeros among them. Item (r, c) is at data + r * rowStride +
// c * columnStride, strides in bytes; no two items overlap.
struct DenseTarget {
    std::byte* data = nullptr;
    std::int64_t rows = 0, columns = 0;
    std::int64_t rowStride = 0, columnStride = 0;
    std::int64_t itemBytes = 0;
};

// csr -> dense (blocks of one item) and bsr -> dense. csc -> dense with rows, columns and strides of the target
// exchanged; bsc is transposed to bsr first. Of an item that is there twice in a slice the last one counts.
// Precondition: target.rows = slices.count * block.rows, target.columns = slices.width * block.columns.
template <class I>
Ending slicesToDense(const Slices<I>& slices, const std::byte* values, BlockSize block, const DenseTarget& target,
                     const Watch& watch);

// coo -> dense: the items in row-major order. Entries may come in any order; those at one place are summed in
// stored order, as storeGroups does it.
template <class I>
Ending cooToDense(const CooIndices<I>& indices, const std::byte* values, std::int64_t itemBytes, ElementType type,
                  std::byte* dense, const Watch& watch);

} // namespace tscope::cpu
