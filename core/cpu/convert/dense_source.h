// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/dtype.h"

#include <cstddef>
#include <cstdint>

namespace tscope::cpu {

// A dense matrix of items that is read: item (r, c) is the `itemBytes` at data + r * rowStride + c * columnStride,
// strides in bytes, of any sign. An item is one element, or a dense tail of them that lies in one run.
struct DenseSource {
    const std::byte* data = nullptr;
    std::int64_t rows = 0, columns = 0;
    std::int64_t rowStride = 0, columnStride = 0;
    std::int64_t itemBytes = 0;
};

// What of an item is looked at to see whether it is zero: these bits of each word of `wordBytes`. -0.0 is zero,
// NaN is not, a complex number is when both parts are.
struct ZeroTest {
    int wordBytes = 1; // 1, 2, 4 or 8; an item is a whole number of words
    std::uint64_t mask = 0xff;
};

// Of the elements of a known type. For bytes of an unknown one ({1, 0xff}) all bits count.
ZeroTest zeroTestOf(ElementType type);

} // namespace tscope::cpu
