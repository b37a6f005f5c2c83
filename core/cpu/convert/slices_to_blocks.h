// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/convert/block_form.h"
#include "cpu/convert/ending.h"
#include "cpu/slices.h"

#include <cstddef>
#include <cstdint>

namespace tscope::cpu {

// csr -> bsr (BlockForm::ofRows) and csc -> bsc (ofColumns): the blocks with an entry, in ascending order; what a
// block has no entry for is zero. In two steps, as only the first one tells how much memory the second one needs.
// Preconditions: form.slices divides slices.count, form.indices divides slices.width. Indices may come in any
// order; of an item that is there twice the last one counts.

// The pattern of the blocks. Has room for slices.count / form.slices + 1 pointers and, reserved, for `capacity`
// indices: no more than there are entries, nor places for blocks. `blocks` tells how many there are.
template <class I>
Ending findBlocks(const Slices<I>& slices, BlockForm form, std::int64_t capacity, I* blockPointers,
                  I* blockIndices, std::int64_t& blocks, const Watch& watch);

// The values of these blocks, as findBlocks found them.
template <class I>
Ending fillBlocks(const Slices<I>& slices, const std::byte* values, std::int64_t itemBytes, BlockForm form,
                  const Slices<I>& blocks, std::byte* blockValues, const Watch& watch);

// bsr -> csr and bsc -> csc: every item of every block becomes an entry, zeros too. Has room for
// blocks.count * form.slices + 1 pointers and for blocks.entries() * form.items() indices and values.
template <class I>
Ending blocksToSlices(const Slices<I>& blocks, const std::byte* values, std::int64_t itemBytes, BlockForm form,
                      I* pointers, I* indices, std::byte* newValues, const Watch& watch);

} // namespace tscope::cpu
