// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/arithmetic.h"
#include "cpu/products/loops.h"

#include <cstring>

namespace tscope::cpu {

namespace {

constexpr std::int64_t tileRows = 4, tileColumns = 32;

// A part of a block row of Y whose sums are held at once.
struct Tile {
    std::int64_t row = 0, rows = 0, column = 0, columns = 0;
};

template <class Sum>
using TileSums = Sum[tileRows][tileColumns];

template <class T, class I>
void sumTile(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, std::int64_t begin,
             std::int64_t end, const Tile& tile, TileSums<WideOf<T>>& sums)
{
    for (std::int64_t r = 0; r < tile.rows; ++r)
        for (std::int64_t c = 0; c < tile.columns; ++c)
            sums[r][c] = {};
    for (auto e = begin; e < end; ++e) {
        const auto* block = blocks.values + e * blocks.step + tile.row * blocks.outStride;
        const auto* from =
            x.data + static_cast<std::int64_t>(pattern.indices[e]) * blocks.inSize * x.stride + tile.column;
        for (std::int64_t i = 0; i < blocks.inSize; ++i)
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                const auto factor = Wide<T>::from(block[r * blocks.outStride + i * blocks.inStride]);
                const auto* row = from + i * x.stride;
                for (std::int64_t c = 0; c < tile.columns; ++c)
                    sums[r][c] = sums[r][c] + factor * Wide<T>::from(row[c]);
            }
    }
}

// Calls body(tile) for the tiles of a block row of Y.
template <class Body>
void forEachTile(std::int64_t rows, std::int64_t columns, Body&& body)
{
    for (std::int64_t row = 0; row < rows; row += tileRows)
        for (std::int64_t column = 0; column < columns; column += tileColumns)
            body(Tile{row, rows - row < tileRows ? rows - row : tileRows, column,
                      columns - column < tileColumns ? columns - column : tileColumns});
}

template <class T, class I>
void plainSlices(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, const Dense<T>& y,
                 std::int64_t first, std::int64_t last)
{
    TileSums<WideOf<T>> sums;
    for (auto slice = first; slice < last; ++slice)
        forEachTile(blocks.outSize, y.columns, [&](const Tile& tile) {
            sumTile(pattern, blocks, x, pattern.pointers[slice], pattern.pointers[slice + 1], tile, sums);
            for (std::int64_t r = 0; r < tile.rows; ++r) {
                auto* to = y.data + (slice * blocks.outSize + tile.row + r) * y.stride + tile.column;
                for (std::int64_t c = 0; c < tile.columns; ++c)
                    to[c] = Wide<T>::to(sums[r][c]);
            }
        });
}

template <class T, class I>
void plainPiece(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, std::int64_t begin,
                std::int64_t end, std::byte* out)
{
    using Sum = WideOf<T>;
    TileSums<Sum> sums;
    forEachTile(blocks.outSize, x.columns, [&](const Tile& tile) {
        sumTile(pattern, blocks, x, begin, end, tile, sums);
        for (std::int64_t r = 0; r < tile.rows; ++r)
            std::memcpy(out + ((tile.row + r) * x.columns + tile.column) * static_cast<std::int64_t>(sizeof(Sum)),
                        sums[r], static_cast<std::size_t>(tile.columns) * sizeof(Sum));
    });
}

template <class T>
void plainClose(const std::byte* sums, std::int64_t pieces, const Dense<T>& y)
{
    using Sum = WideOf<T>;
    const auto pieceBytes = y.rows * y.columns * static_cast<std::int64_t>(sizeof(Sum));
    for (std::int64_t r = 0; r < y.rows; ++r)
        for (std::int64_t c = 0; c < y.columns; ++c) {
            const auto* at = sums + (r * y.columns + c) * static_cast<std::int64_t>(sizeof(Sum));
            auto sum = loadElement<Sum>(at);
            for (std::int64_t p = 1; p < pieces; ++p)
                sum = sum + loadElement<Sum>(at + p * pieceBytes);
            y.data[r * y.stride + c] = Wide<T>::to(sum);
        }
}

} // namespace

template <class T, class I>
GatherLoops<T, I> plainGatherLoops()
{
    return {sizeof(WideOf<T>), plainSlices<T, I>, plainPiece<T, I>, plainClose<T>};
}

} // namespace tscope::cpu
