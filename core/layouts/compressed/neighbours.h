// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tscope::compressed {

// A slice as its pointers bound it: the entries [begin, end) of its batch.
struct OwnSlice {
    Extents batch;
    std::int64_t slice = 0, begin = 0, end = 0;
};
// The slice that holds an entry (its batch indices, then its position), where the pointers tell it.
std::optional<OwnSlice> sliceHolding(const Tensor& tensor, const Extents& entry);

struct IndexRange {
    std::int64_t low = 0, high = 0; // both allowed
};
// What one index may be between its neighbours of the same slice: these rise strictly and lie in [0, limit).
// Nothing where they don't, where there are none, or where they leave no room. Without a limit only the index of
// an entry that has one behind it is bounded.
std::optional<IndexRange> allowedByNeighbours(const Tensor& tensor, const Extents& entry,
                                              std::optional<std::int64_t> limit);

// "row 1: all 4 columns fall, from 9 to 2: the row is in reverse order, ..." where the entry's slice falls
// strictly from its first entry to its last; two entries that fall are no reversed row.
std::optional<std::string> sayReversed(const Tensor& tensor, const Extents& entry);

} // namespace tscope::compressed
