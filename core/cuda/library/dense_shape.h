// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/call.h"

#include <optional>

namespace tscope::cuda {

// A matrix as libraries are told of it: its elements lie side by side along one dim, its lines `leading` elements
// apart.
struct DenseShape {
    std::int64_t rows = 0, columns = 0, leading = 1;
    bool isByRows = true;
    void* data = nullptr;

    DenseShape transposed() const { return {columns, rows, leading, !isByRows, data}; }

    // Nothing: its strides can't be told so.
    static std::optional<DenseShape> of(void* data, std::int64_t rows, std::int64_t columns,
                                        std::int64_t rowStride, std::int64_t columnStride)
    {
        // The stride of a dim with one element means nothing.
        if ((columnStride == 1 || columns == 1) && (rowStride >= columns || rows == 1))
            return DenseShape{rows, columns, rows == 1 ? columns : rowStride, true, data};
        if ((rowStride == 1 || rows == 1) && (columnStride >= rows || columns == 1))
            return DenseShape{rows, columns, columns == 1 ? rows : columnStride, false, data};
        return std::nullopt;
    }
    // The last two dims of an array.
    static std::optional<DenseShape> of(const tscope_array& array)
    {
        const auto last = array.dims - 1;
        return of(array.data, array.sizes[last - 1], array.sizes[last], array.strides[last - 1],
                  array.strides[last]);
    }
    // A result of a call, which is contiguous. Before the call there is no memory for it yet.
    static DenseShape ofResult(const tscope_operand& out)
    {
        const auto rows = out.sizes[out.dims - 2], columns = out.sizes[out.dims - 1];
        return {rows, columns, columns, true, out.member_count > 0 ? out.members[0].data : nullptr};
    }
};

} // namespace tscope::cuda
