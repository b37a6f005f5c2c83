// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/convert/dense_blocks.h"

namespace tscope::cpu {

// How the items of a block lie for who walks through its slices: bsr has its rows as slices, bsc its columns,
// while the block itself is row-major in both.
struct BlockForm {
    std::int64_t slices = 1, indices = 1;      // of a block
    std::int64_t sliceStep = 1, indexStep = 1; // from an item to that of the next slice, of the next index

    static BlockForm ofRows(BlockSize block) { return {block.rows, block.columns, block.columns, 1}; }
    static BlockForm ofColumns(BlockSize block) { return {block.columns, block.rows, 1, block.columns}; }
    std::int64_t items() const { return slices * indices; }
};

} // namespace tscope::cpu
