// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/dense.h"
#include "cpu/products/product.h"

// The sampled product: the elements of B C where a pattern has entries. C comes transposed, so that each element
// is a product of two rows.
namespace tscope::cpu {

// Where the results go: element (slice, index) of block e to values[e * step + row * rowStride + column *
// columnStride], where a block has `rows` rows per slice and `columns` per index.
template <class T>
struct BlockTargets {
    T* values = nullptr;
    std::int64_t rows = 1, columns = 1;
    std::int64_t rowStride = 1, columnStride = 1, step = 1;
};

// values = scale * (sliceRows . indexRows), where `scale` lies as the values do, or is null for none.
// sliceRows.rows == pattern.count * rows, indexRows.rows == pattern.width * columns, both with as many columns.
// For csr and bsr the slice rows are B and the index rows the transpose of C; for csc and bsc the other way round.
template <class T, class I>
bool sampledProduct(const Slices<I>& pattern, const BlockTargets<T>& targets, const T* scale,
                    const Dense<const T>& sliceRows, const Dense<const T>& indexRows, const Watch& watch = {});

template <class T, class I>
bool sampledProduct(const Coordinates<I>& pattern, T* values, const T* scale, const Dense<const T>& b,
                    const Dense<const T>& cTransposed, const Watch& watch = {});

} // namespace tscope::cpu
