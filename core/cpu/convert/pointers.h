// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/slices.h"

namespace tscope::cpu {

// The slice that entry k lies in: the last one that begins at k or before and is not empty there.
template <class I>
std::int64_t sliceOfEntry(const Slices<I>& slices, std::int64_t entry);

// csr -> coo, csc -> coo: the number of its slice for each entry. Has room for slices.entries().
template <class I>
void expandPointers(const Slices<I>& slices, I* sliceOfEach);

// coo -> csr, coo -> csc: where the slices of entries begin that are sorted by slice. Has room for count + 1.
// Precondition: 0 <= sliceOfEach[k] < count, never falling.
template <class I>
void pointersOfSorted(const I* sliceOfEach, std::int64_t entries, std::int64_t count, I* pointers);

// A pointer of zero for a slice that nobody has counted becomes the one before it: `pointers` holds where each
// slice ends that has entries, one place further, and zero for all others.
template <class I>
void fillEmptySlices(I* pointers, std::int64_t count);

} // namespace tscope::cpu
