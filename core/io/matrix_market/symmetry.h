// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/matrix_market/entries.h"

#include <cstdint>

namespace tscope {

// The entry that a symmetric file must not have, as one of the other half is meant to stand for it; -1: all are
// fine. Precondition: coordinates.
std::int64_t firstMisplacedEntry(MtxEntries& entries, const MtxHeader& header);

// The entry of a skew-symmetric file whose negative no integer holds; -1: all have one.
std::int64_t firstWithoutNegative(MtxEntries& entries, const MtxHeader& header);

// The stored entries in their order, and after them the mirrored ones in the same order.
struct MtxExpanded {
    std::int64_t count = 0;
    StorageBuilder coordinates, values;
};
Result<MtxExpanded> withMirroredEntries(MtxEntries entries, const MtxHeader& header);

// All elements by columns, of an array that stores the lower triangle by columns.
Result<StorageBuilder> withMirroredElements(MtxEntries entries, const MtxHeader& header);

} // namespace tscope
