// SPDX-License-Identifier: Apache-2.0
// The loops that turn rectangles, included once for each instruction set that they are compiled for. All of it is
// local to the including file, see cpu/arithmetic.h.
#pragma once

#include "cpu/past_caches.h"
#include "cpu/strided/copy_loops.h"

#include <utility>

namespace tscope::cpu {

namespace {

#if defined(__AVX512F__)
constexpr std::int64_t widestVector = 64;
#elif defined(__AVX2__)
constexpr std::int64_t widestVector = 32;
#else
constexpr std::int64_t widestVector = 16;
#endif
constexpr std::int64_t lineBytes = 64;

template <int size>
struct ItemOf;
template <>
struct ItemOf<1> {
    using Lane = unsigned char;
};
template <>
struct ItemOf<2> {
    using Lane = unsigned short;
};
template <>
struct ItemOf<4> {
    using Lane = unsigned;
};
template <>
struct ItemOf<8> {
    using Lane = unsigned long long;
};
template <>
struct ItemOf<16> {
    using Lane = unsigned long long;
};

// A square tile: `side` items a row, each row one vector. `across` of them side by side make rows of whole lines.
template <int size>
struct TileOf {
    static constexpr int side = widestVector / size > 16 ? 16 : static_cast<int>(widestVector / size);
    static constexpr int bytes = side * size;
    static constexpr int across = static_cast<int>(lineBytes) / bytes;
    using Lane = typename ItemOf<size>::Lane;
    static constexpr int lanesPerItem = size / static_cast<int>(sizeof(Lane));
    typedef Lane Vector __attribute__((vector_size(side * size)));
};

// Lane `lane` of a and b with their items in turns: the first half of them, or the second.
template <int side, int lanesPerItem>
constexpr int interleaved(int lane, bool isSecondHalf)
{
    const int item = lane / lanesPerItem + (isSecondHalf ? side : 0);
    return (item % 2 == 0 ? item / 2 : side + item / 2) * lanesPerItem + lane % lanesPerItem;
}

template <int size, bool isSecondHalf, std::size_t... lane>
inline typename TileOf<size>::Vector interleave(typename TileOf<size>::Vector a, typename TileOf<size>::Vector b,
                                                std::index_sequence<lane...>)
{
    using Tile = TileOf<size>;
    return __builtin_shufflevector(
        a, b, interleaved<Tile::side, Tile::lanesPerItem>(static_cast<int>(lane), isSecondHalf)...);
}

// Each step shuffles the rows as one riffles a pack of cards; after log2(side) of them rows are columns.
template <int size>
inline void turnTile(typename TileOf<size>::Vector (&rows)[TileOf<size>::side])
{
    using Tile = TileOf<size>;
    constexpr auto lanes = std::make_index_sequence<Tile::side * Tile::lanesPerItem>();
#pragma GCC unroll 4
    for (int step = 1; step < Tile::side; step *= 2) {
        typename Tile::Vector next[Tile::side];
#pragma GCC unroll 8
        for (int k = 0; k < Tile::side / 2; ++k) {
            next[2 * k] = interleave<size, false>(rows[k], rows[k + Tile::side / 2], lanes);
            next[2 * k + 1] = interleave<size, true>(rows[k], rows[k + Tile::side / 2], lanes);
        }
#pragma GCC unroll 16
        for (int k = 0; k < Tile::side; ++k)
            rows[k] = next[k];
    }
}

// Tiles for one line of each of `side` rows of the result.
template <int size, bool pastCaches>
inline void turnLines(std::byte* to, std::int64_t toBytes, const std::byte* from, std::int64_t fromBytes)
{
    using Tile = TileOf<size>;
    typename Tile::Vector tiles[Tile::across][Tile::side];
#pragma GCC unroll 4
    for (int t = 0; t < Tile::across; ++t) {
#pragma GCC unroll 16
        for (int r = 0; r < Tile::side; ++r)
            __builtin_memcpy(&tiles[t][r], from + (t * Tile::side + r) * fromBytes, Tile::bytes);
        turnTile<size>(tiles[t]);
    }
#pragma GCC unroll 16
    for (int r = 0; r < Tile::side; ++r)
#pragma GCC unroll 4
        for (int t = 0; t < Tile::across; ++t)
            storeVector<pastCaches>(to + r * toBytes + t * Tile::bytes, tiles[t][r]);
}

template <int size>
inline void turnOneByOne(const Turned& all, std::int64_t firstRow, std::int64_t lastRow, std::int64_t firstColumn,
                         std::int64_t lastColumn)
{
    for (auto i = firstRow; i < lastRow; ++i)
        for (auto j = firstColumn; j < lastColumn; ++j)
            __builtin_memcpy(all.to + (i * all.toStride + j) * size, all.from + (j * all.fromStride + i) * size,
                             size);
}

template <int size, bool pastCaches>
void turnTiles(const Turned& all, std::int64_t firstColumn)
{
    using Tile = TileOf<size>;
    constexpr std::int64_t step = Tile::side * Tile::across; // columns: one line
    constexpr std::int64_t rowsAtOnce =
        4096 / size; // of a row of `from` so much is read on end, for its page's sake
    const auto lastRow = all.rows / Tile::side * Tile::side;
    const auto lastColumn = firstColumn + (all.columns - firstColumn) / step * step;
    for (std::int64_t block = 0; block < lastRow; block += rowsAtOnce) {
        const auto blockEnd = block + rowsAtOnce < lastRow ? block + rowsAtOnce : lastRow;
        for (auto j = firstColumn; j < lastColumn; j += step)
            for (auto i = block; i < blockEnd; i += Tile::side)
                turnLines<size, pastCaches>(all.to + (i * all.toStride + j) * size, all.toStride * size,
                                            all.from + (j * all.fromStride + i) * size, all.fromStride * size);
    }
    turnOneByOne<size>(all, 0, all.rows, 0, firstColumn);
    turnOneByOne<size>(all, 0, all.rows, lastColumn, all.columns);
    turnOneByOne<size>(all, lastRow, all.rows, firstColumn, lastColumn);
}

template <int size>
void turn(const Turned& all)
{
    const auto over = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(all.to) % lineBytes);
    const auto toLine = (lineBytes - over) % lineBytes;
    if (all.pastCaches && all.toStride * size % lineBytes == 0 && over % size == 0 &&
        toLine / size <= all.columns) {
        turnTiles<size, true>(all, toLine / size);
        finishStores();
    } else {
        turnTiles<size, false>(all, 0);
    }
}

void copyPastCaches(std::byte* to, const std::byte* from, std::int64_t bytes)
{
    typedef unsigned char Vector __attribute__((vector_size(widestVector)));
    const auto over = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % lineBytes);
    auto at = (lineBytes - over) % lineBytes;
    if (at > bytes)
        at = bytes;
    __builtin_memcpy(to, from, static_cast<std::size_t>(at));
    for (; at + lineBytes <= bytes; at += lineBytes)
#pragma GCC unroll 4
        for (std::int64_t part = 0; part < lineBytes; part += widestVector) {
            Vector value;
            __builtin_memcpy(&value, from + at + part, sizeof value);
            storeVector<true>(to + at + part, value);
        }
    __builtin_memcpy(to + at, from + at, static_cast<std::size_t>(bytes - at));
    finishStores();
}

constexpr CopyLoops loopsOfThisSet{{turn<1>, turn<2>, turn<4>, turn<8>, turn<16>}, copyPastCaches};

} // namespace

} // namespace tscope::cpu
