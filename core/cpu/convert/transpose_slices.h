// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/convert/ending.h"
#include "cpu/slices.h"

#include <cstddef>

namespace tscope::cpu {

// csr <-> csc, bsr <-> bsc: the same entries ordered by their index. The entries of a new slice stay in the order
// of the old slices, and those of one old slice in their order. An entry's value is any run of `itemBytes` (a
// block, a dense tail) and moves as it is: whoever wants blocks transposed has them described so. `values` may be
// null: the pattern alone. Has room for: pointers from.width + 1, indices and values from.entries(). I counts
// slices and entries of both.
template <class I>
Ending transposeSlices(const Slices<I>& from, const std::byte* values, std::int64_t itemBytes, I* pointers,
                       I* indices, std::byte* newValues, const Watch& watch);

} // namespace tscope::cpu
