// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::cpu {

// The pattern of one batch entry of a compressed tensor as kernels take it: of csr and bsr the slices are rows (of
// blocks) and an index is a column (of blocks), of csc and bsc the other way round. Proven before it comes here:
// pointers[0] == 0, they never fall, every index lies in [0, width).
template <class I>
struct Slices {
    std::int64_t count = 0, width = 0;
    const I* pointers = nullptr; // count + 1
    const I* indices = nullptr;  // pointers[count]

    std::int64_t entries() const { return static_cast<std::int64_t>(pointers[count]); }
};

} // namespace tscope::cpu
