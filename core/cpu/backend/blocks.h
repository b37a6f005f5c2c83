// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/backend/call_views.h"
#include "cpu/products/product.h"

namespace tscope::cpu {

// Elements that one entry of a compressed operand has: those of its block and of its dense tail.
inline std::int64_t valuesPerEntry(const tscope_operand& operand)
{
    auto count = operand.block[0] * operand.block[1];
    for (auto d = operand.dims - operand.dense_dims; d < operand.dims; ++d)
        count *= operand.sizes[d];
    return count;
}

// The values of one batch entry as blocks whose `out` side are rows of the matrix (and `in` its columns).
template <class T>
Blocks<T> blocksOf(const tscope_operand& operand, std::int64_t line)
{
    const auto& values = operand.members[2];
    const auto* strides = values.strides + operand.batch_dims;
    Blocks<T> blocks;
    blocks.values = lineOf<const T>(values, operand.batch_dims, line);
    blocks.step = strides[0];
    const bool isBlocked = values.dims > operand.batch_dims + 1 + operand.dense_dims;
    if (isBlocked) {
        blocks.outSize = operand.block[0];
        blocks.inSize = operand.block[1];
        blocks.outStride = strides[1];
        blocks.inStride = strides[2];
    }
    return blocks;
}

// The same with the side of the slices as `out`.
template <class T>
Blocks<T> sliceBlocksOf(const tscope_operand& operand, std::int64_t line)
{
    auto blocks = blocksOf<T>(operand, line);
    if (!hasRowSlices(operand)) {
        std::swap(blocks.outSize, blocks.inSize);
        std::swap(blocks.outStride, blocks.inStride);
    }
    return blocks;
}

} // namespace tscope::cpu
