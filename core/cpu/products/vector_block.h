// SPDX-License-Identifier: Apache-2.0
// One block times rows of X, in registers. Local to the including file, see cpu/arithmetic.h.
#pragma once

#include "cpu/products/product.h"
#include "cpu/products/vector.h"

namespace tscope::cpu {

namespace {

// Adds to the sums of `rows` rows from `block` on, times as many vectors of columns of X from `x` on.
template <int rows, int vectors, class T, class V>
inline void addBlockTile(const Blocks<T>& blocks, const T* block, const T* x, std::int64_t xStride,
                         V (&sums)[rows][vectors])
{
    constexpr std::int64_t width = sizeof(V) / sizeof(T);
    for (std::int64_t i = 0; i < blocks.inSize; ++i, x += xStride, block += blocks.inStride) {
        V from[vectors];
#pragma GCC unroll 4
        for (int t = 0; t < vectors; ++t)
            from[t] = load<V>(x + t * width);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
            const auto factor = block[r * blocks.outStride];
#pragma GCC unroll 4
            for (int t = 0; t < vectors; ++t)
                sums[r][t] += factor * from[t];
        }
    }
}

} // namespace

} // namespace tscope::cpu
