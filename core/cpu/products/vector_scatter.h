// SPDX-License-Identifier: Apache-2.0
// The scattering loops for f32 and f64 with several columns, included once for each instruction set that they are
// compiled for. All of it is local to the including file, see cpu/arithmetic.h.
#pragma once

#include "cpu/products/vector.h"
#include "cpu/products/vector_sets.h"

namespace tscope::cpu {

namespace {

constexpr std::int64_t outsAhead = 16; // rows of Y that are asked for

// to += factor * from
template <class T>
inline void addScaledRow(T* to, T factor, const T* from, std::int64_t columns)
{
    using V = typename VectorOf<T, vectorBytes>::Type;
    constexpr std::int64_t width = vectorBytes / static_cast<int>(sizeof(T));
    std::int64_t c = 0;
    for (; c + width <= columns; c += width) {
        const V sum = load<V>(to + c) + factor * load<V>(from + c);
        __builtin_memcpy(to + c, &sum, sizeof sum);
    }
    for (; c < columns; ++c)
        to[c] += factor * from[c];
}

template <class T>
inline void askForRow(const T* row, std::int64_t columns)
{
    constexpr std::int64_t line = 64 / static_cast<int>(sizeof(T));
    for (std::int64_t c = 0; c < columns && c < 4 * line; c += line)
        __builtin_prefetch(row + c, 1);
}

inline bool isInShare(const ScatterShare& share, std::int64_t block)
{
    return block >= share.firstBlock && block - share.firstBlock < share.blocks;
}

template <class T, class I>
void vectorScatterSlices(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x,
                         std::byte* sums, std::int64_t stride, const ScatterShare& share, std::int64_t first,
                         std::int64_t last)
{
    auto* y = reinterpret_cast<T*>(sums) + share.firstColumn;
    const std::int64_t total = pattern.pointers[pattern.count];
    for (auto slice = first; slice < last; ++slice) {
        const auto* from = x.data + slice * x.stride + share.firstColumn;
        for (std::int64_t e = pattern.pointers[slice]; e < pattern.pointers[slice + 1]; ++e) {
            if (e + outsAhead < total)
                askForRow(y + pattern.indices[e + outsAhead] * stride, share.columns);
            if (isInShare(share, pattern.indices[e]))
                addScaledRow<T>(y + pattern.indices[e] * stride, blocks.values[e * blocks.step], from,
                                share.columns);
        }
    }
}

template <class T, class I>
void vectorScatterCoordinates(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x,
                              std::byte* sums, std::int64_t stride, const ScatterShare& share, std::int64_t begin,
                              std::int64_t end)
{
    auto* y = reinterpret_cast<T*>(sums) + share.firstColumn;
    for (auto e = begin; e < end; ++e) {
        if (e + outsAhead < pattern.entries)
            askForRow(y + pattern.rows[e + outsAhead] * stride, share.columns);
        if (isInShare(share, pattern.rows[e]))
            addScaledRow<T>(y + pattern.rows[e] * stride, values[e],
                            x.data + pattern.columns[e] * x.stride + share.firstColumn, share.columns);
    }
}

} // namespace

} // namespace tscope::cpu
