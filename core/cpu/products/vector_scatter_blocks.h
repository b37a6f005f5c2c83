// SPDX-License-Identifier: Apache-2.0
// The scattering loops for blocks of f32 and f64, included once for each instruction set that they are compiled
// for. All of it is local to the including file, see cpu/arithmetic.h.
#pragma once

#include "cpu/products/vector_block.h"
#include "cpu/products/vector_scatter.h"
#include "cpu/products/vector_small_blocks.h"

namespace tscope::cpu {

namespace {

// A block, the piece of X that it takes and the rows of Y that it adds to, from the first column of a share on.
template <class T>
struct BlockPlace {
    const Blocks<T>& blocks;
    const T *block = nullptr, *x = nullptr;
    std::int64_t xStride = 0;
    T* y = nullptr;
    std::int64_t yStride = 0;
};

// Sums stay in registers while the block is gone through: a sum that is written and read again for each product
// waits for the one before.
template <int bytes, int rows, int vectors, class T>
inline void addTile(const BlockPlace<T>& at, std::int64_t row, std::int64_t column)
{
    using V = typename VectorOf<T, bytes>::Type;
    constexpr std::int64_t width = bytes / static_cast<int>(sizeof(T));
    auto* y = at.y + row * at.yStride + column;
    V sums[rows][vectors];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
        for (int t = 0; t < vectors; ++t)
            sums[r][t] = load<V>(y + r * at.yStride + t * width);
    addBlockTile(at.blocks, at.block + row * at.blocks.outStride, at.x + column, at.xStride, sums);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
        for (int t = 0; t < vectors; ++t)
            __builtin_memcpy(y + r * at.yStride + t * width, &sums[r][t], sizeof(V));
}

// Columns [column, columns): in the widest vectors first, the rest in narrower ones.
template <int bytes, int rows, class T>
inline void addBlockRows(const BlockPlace<T>& at, std::int64_t row, std::int64_t column, std::int64_t columns)
{
    constexpr std::int64_t width = bytes / static_cast<int>(sizeof(T));
    for (; column + 2 * width <= columns; column += 2 * width)
        addTile<bytes, rows, 2>(at, row, column);
    if (column + width <= columns) {
        addTile<bytes, rows, 1>(at, row, column);
        column += width;
    }
    if constexpr (width > 1)
        if (column < columns)
            addBlockRows<(width <= 4 ? static_cast<int>(sizeof(T)) : bytes / 4), rows>(at, row, column, columns);
}

// One column, blocks that lie row by row: a row and the piece of X are vectors both, none wider than a row.
template <int bytes, class T>
inline void addRowSums(const BlockPlace<T>& at)
{
    if constexpr (bytes > 16)
        if (at.blocks.inSize * static_cast<std::int64_t>(sizeof(T)) < bytes)
            return addRowSums<bytes / 2>(at);
    using V = typename VectorOf<T, bytes>::Type;
    constexpr std::int64_t width = bytes / static_cast<int>(sizeof(T));
    const auto* row = at.block;
    for (std::int64_t o = 0; o < at.blocks.outSize; ++o, row += at.blocks.outStride) {
        V sums{};
        std::int64_t i = 0;
        for (; i + width <= at.blocks.inSize; i += width)
            sums += load<V>(at.x + i) * load<V>(row + i);
        T sum = 0;
        for (; i < at.blocks.inSize; ++i)
            sum += at.x[i] * row[i];
        for (int lane = 0; lane < width; ++lane)
            sum += sums[lane];
        at.y[o * at.yStride] += sum;
    }
}

// One column, blocks that lie column by column: a column and its rows of Y are vectors both.
template <class T>
inline void addColumns(const BlockPlace<T>& at)
{
    using V = typename VectorOf<T, vectorBytes>::Type;
    constexpr std::int64_t width = vectorBytes / static_cast<int>(sizeof(T));
    std::int64_t o = 0;
    for (; o + width <= at.blocks.outSize; o += width) {
        auto sums = load<V>(at.y + o);
        const auto* column = at.block + o;
        for (std::int64_t i = 0; i < at.blocks.inSize; ++i, column += at.blocks.inStride)
            sums += at.x[i * at.xStride] * load<V>(column);
        __builtin_memcpy(at.y + o, &sums, sizeof sums);
    }
    for (; o < at.blocks.outSize; ++o) {
        auto sum = at.y[o];
        for (std::int64_t i = 0; i < at.blocks.inSize; ++i)
            sum += at.x[i * at.xStride] * at.block[o + i * at.blocks.inStride];
        at.y[o] = sum;
    }
}

template <class T>
inline void addBlock(const BlockPlace<T>& at, std::int64_t columns)
{
    if (columns == 1 && at.blocks.inStride == 1 && at.xStride == 1)
        return addRowSums<vectorBytes>(at);
    if (columns == 1 && at.blocks.outStride == 1 && at.yStride == 1)
        return addColumns(at);
    std::int64_t row = 0;
    for (; row + blockRowsAtOnce <= at.blocks.outSize; row += blockRowsAtOnce)
        addBlockRows<vectorBytes, blockRowsAtOnce>(at, row, 0, columns);
    for (; row < at.blocks.outSize; ++row)
        addBlockRows<vectorBytes, 1>(at, row, 0, columns);
}

// Entries of a share and their slices, chosen some at a time: which of them fall into it nobody can foretell, so
// all are written down and only the count tells them apart.
template <class I, class Body>
inline void eachInShare(const Slices<I>& pattern, const ScatterShare& share, std::int64_t first, std::int64_t last,
                        const Body& body)
{
    if (share.blocks == pattern.width) {
        for (auto slice = first; slice < last; ++slice)
            for (std::int64_t e = pattern.pointers[slice]; e < pattern.pointers[slice + 1]; ++e)
                body(e, slice);
        return;
    }
    constexpr std::int64_t room = 256;
    std::int64_t entries[room], slices[room], count = 0;
    const auto take = [&] {
        for (std::int64_t n = 0; n < count; ++n)
            body(entries[n], slices[n]);
        count = 0;
    };
    for (auto slice = first; slice < last; ++slice)
        for (std::int64_t e = pattern.pointers[slice]; e < pattern.pointers[slice + 1]; ++e) {
            entries[count] = e;
            slices[count] = slice;
            count += isInShare(share, pattern.indices[e]) ? 1 : 0;
            if (count == room)
                take();
        }
    take();
}

template <class T, class I>
void vectorScatterBlocks(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x,
                         std::byte* sums, std::int64_t stride, const ScatterShare& share, std::int64_t first,
                         std::int64_t last)
{
    auto* y = reinterpret_cast<T*>(sums) + share.firstColumn;
    const auto* from = x.data + share.firstColumn;
    const auto outOf = [&](std::int64_t e) { return y + pattern.indices[e] * blocks.outSize * stride; };
    const auto inOf = [&](std::int64_t slice) { return from + slice * blocks.inSize * x.stride; };
    if (share.columns == 1 && x.stride == 1 && isSmall(blocks)) {
        withSizeOf(blocks, [&](auto size) {
            eachInShare(pattern, share, first, last, [&](std::int64_t e, std::int64_t slice) {
                addSmallBlock<decltype(size)>(blocks.values + e * blocks.step, inOf(slice), outOf(e), stride);
            });
        });
        return;
    }
    eachInShare(pattern, share, first, last, [&](std::int64_t e, std::int64_t slice) {
        addBlock<T>({blocks, blocks.values + e * blocks.step, inOf(slice), x.stride, outOf(e), stride},
                    share.columns);
    });
}

} // namespace

} // namespace tscope::cpu
