// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope::cpu {

// One strided array of bytes; strides in items, any sign.
template <class Byte>
struct StridedBytes {
    Byte* data = nullptr; // of the element with all indices 0; need not be aligned
    std::span<const std::int64_t> strides;
};

// Copies every element of `from` to the same index of `to`: makes contiguous, permutes, expands (strides of 0 in
// `from`), turns round (negative strides). Elements of `to` lie apart from each other and from `from`. Items are
// any number of bytes, those of 1 2 4 8 16 fast. Large results are written past the caches. Returns whether it ran
// to its end.
bool copyStrided(std::span<const std::int64_t> sizes, const StridedBytes<std::byte>& to,
                 const StridedBytes<const std::byte>& from, std::int64_t itemSize, const Watch& watch = {});

} // namespace tscope::cpu
