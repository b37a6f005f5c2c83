// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/convert/dense_source.h"
#include "cpu/convert/ending.h"
#include "cpu/convert/nonzero_kernels.h"

#include <cstddef>
#include <cstdint>

namespace tscope::cpu {

// The size of a block in items. Block values are laid out [blockRows][blockColumns][item], whatever the layout
// that they belong to.
struct BlockSize {
    std::int64_t rows = 1, columns = 1;
    std::int64_t items() const { return rows * columns; }
};

template <class I>
struct BlocksOut {
    std::int64_t capacity = 0;   // blocks that there is room for
    I* pointers = nullptr;       // room for rows / block.rows + 1
    I* columns = nullptr;        // of blocks
    std::byte* values = nullptr; // all of the items of each block
};

// dense -> bsr: the blocks with an item that is not zero, block row after block row. (dense -> bsc: then
// transposed.) Reads the source once, in any strides. Precondition: the block size divides the matrix. `blocks`
// tells how many there are; after `noRoom` the output is worthless.
template <class I>
Ending storeNonzeroBlocks(const DenseSource& source, ZeroTest test, BlockSize block, const BlocksOut<I>& out,
                          std::int64_t& blocks, const Watch& watch,
                          const NonzeroKernels& kernels = nonzeroKernels());

} // namespace tscope::cpu
