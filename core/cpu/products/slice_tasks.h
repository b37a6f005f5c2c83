// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/slices.h"

#include <vector>

namespace tscope::cpu {

// A share of the work over a compressed pattern: some whole slices, or one piece of a slice that holds so much of
// the whole that threads have to share it.
struct SliceTask {
    std::int64_t firstSlice = 0, lastSlice = 0; // the slices [firstSlice, lastSlice)
    std::int64_t begin = 0, end = 0;            // their entries
    std::int64_t piece = -1;                    // counted over all giant slices; -1: whole slices

    bool isPiece() const { return piece >= 0; }
};

struct SliceTasks {
    std::vector<SliceTask> tasks; // in order
    std::int64_t pieces = 0;      // at most 96
};

// Cuts a pattern into tasks of about a quarter of a millisecond, where an entry takes `workPerEntry`
// multiplications. The cuts depend on the pattern and the work only, never on the number of threads.
template <class I>
SliceTasks sliceTasks(const Slices<I>& pattern, std::int64_t workPerEntry);

} // namespace tscope::cpu
