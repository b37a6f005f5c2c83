// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/arithmetic.h"
#include "kernels/zero_test.h"

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

} // namespace tscope::cpu
