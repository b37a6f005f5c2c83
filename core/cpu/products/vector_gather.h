// SPDX-License-Identifier: Apache-2.0
// The gathering loops for f32 and f64, included once for each instruction set that they are compiled for. All of
// it is local to the including file, see cpu/arithmetic.h.
#pragma once

#include "cpu/ask_ahead.h"
#include "cpu/past_caches.h"
#include "cpu/products/vector.h"
#include "cpu/products/vector_block.h"
#include "cpu/products/vector_column.h"
#include "cpu/products/vector_sets.h"
#include "cpu/products/vector_small_blocks.h"

namespace tscope::cpu {

namespace {

constexpr std::int64_t entriesAhead = 96; // whose rows of X are asked for, and once more, when they are near
constexpr std::int64_t entriesNear = 8;
constexpr std::int64_t blocksAhead = 4;   // of which only some rows are read at a time
constexpr std::int64_t rowsTogether = 64; // whose entries and rows of X stay near for the next columns

// Where sums go: to rows of Y, or of sums that are not a result yet.
template <class T>
struct SumRows {
    T* data = nullptr;
    std::int64_t stride = 0;
};

template <class T, class I>
struct Gathering {
    const Slices<I>& pattern;
    const Blocks<T>& blocks;
    const Dense<const T>& x;
    bool pastCaches = false; // where rows of results begin with a line of memory
};

// From so many bytes of results on they would drive everything else out of the caches.
constexpr std::int64_t pastCachesFrom = std::int64_t{8} << 20;

template <class T, class V>
inline void storeSums(T* to, const V& sum, bool pastCaches)
{
    if (sizeof(V) > 8 && pastCaches)
        storeVector<true>(reinterpret_cast<std::byte*>(to), sum);
    else
        storeVector<false>(reinterpret_cast<std::byte*>(to), sum);
}

// Rows of single elements that lie behind each other: where the entries of each begin and the last one's end, and
// the rows of Y.
template <class T, class I>
struct ElementRows {
    const I* pointers;
    std::int64_t count;
    T* to;
    std::int64_t stride;
};

// The sums of `vectors` vectors of columns, row after row in one loop: a row is often a few entries only, and
// whatever else is done for each shows. Two strands, so that an addition need not wait for the one before.
template <int bytes, int vectors, class T, class I>
inline void sumElements(const Gathering<T, I>& all, const ElementRows<T, I>& rows, std::int64_t column)
{
    using V = typename VectorOf<T, bytes>::Type;
    constexpr std::int64_t width = bytes / static_cast<int>(sizeof(T));
    constexpr int perLine = 64 / bytes;
    const auto* const pointers = rows.pointers;
    const auto* const indices = all.pattern.indices;
    const auto* const values = all.blocks.values;
    const auto* const x = all.x.data + column;
    const std::int64_t stride = all.x.stride, step = all.blocks.step, count = rows.count;
    const std::int64_t lastAsked = all.pattern.pointers[all.pattern.count] - entriesAhead - 1;
    const bool pastCaches = all.pastCaches;
    auto* to = rows.to + column;
    std::int64_t e = pointers[0];
    for (std::int64_t row = 0; row < count; ++row, to += rows.stride) {
        const std::int64_t end = pointers[row + 1];
        V even[vectors] = {}, odd[vectors] = {};
        for (; e + 2 <= end; e += 2) {
            if (e < lastAsked)
#pragma GCC unroll 2
                for (int next = 0; next < 2; ++next)
#pragma GCC unroll 4
                    for (int t = 0; t < vectors; t += perLine) {
                        askFromAfar(x + indices[e + entriesAhead + next] * stride + t * width);
                        askSoon(x + indices[e + entriesNear + next] * stride + t * width);
                    }
            const auto* from = x + indices[e] * stride;
            const auto* other = x + indices[e + 1] * stride;
            const auto factor = values[e * step];
            const auto second = values[(e + 1) * step];
#pragma GCC unroll 4
            for (int t = 0; t < vectors; ++t) {
                even[t] += factor * load<V>(from + t * width);
                odd[t] += second * load<V>(other + t * width);
            }
        }
        if (e < end) {
            const auto* from = x + indices[e] * stride;
            const auto factor = values[e * step];
#pragma GCC unroll 4
            for (int t = 0; t < vectors; ++t)
                even[t] += factor * load<V>(from + t * width);
            ++e;
        }
#pragma GCC unroll 4
        for (int t = 0; t < vectors; ++t) {
            const V sum = even[t] + odd[t];
            storeSums(to + t * width, sum, pastCaches);
        }
    }
}

// Columns [column, x.columns): in the widest vectors first, the rest in narrower ones.
template <int bytes, class T, class I>
inline void sumElementColumns(const Gathering<T, I>& all, const ElementRows<T, I>& rows, std::int64_t column)
{
    constexpr std::int64_t width = bytes / static_cast<int>(sizeof(T));
    for (; column + 4 * width <= all.x.columns; column += 4 * width)
        sumElements<bytes, 4>(all, rows, column);
    if (column + 2 * width <= all.x.columns) {
        sumElements<bytes, 2>(all, rows, column);
        column += 2 * width;
    }
    if (column + width <= all.x.columns) {
        sumElements<bytes, 1>(all, rows, column);
        column += width;
    }
    if constexpr (width > 1)
        if (column < all.x.columns)
            sumElementColumns<bytes / 2>(all, rows, column);
}

// One column.
template <class T, class I>
inline T sumOfColumn(const Gathering<T, I>& all, std::int64_t begin, std::int64_t end)
{
    const ColumnRow<T, I> row{.values = all.blocks.values,
                              .indices = all.pattern.indices,
                              .x = all.x.data,
                              .step = all.blocks.step,
                              .stride = all.x.stride,
                              .begin = begin,
                              .end = end,
                              .total = all.pattern.pointers[all.pattern.count]};
    return row.step == 1 && row.stride == 1 ? sumSideBySide(row) : sumAnywhere(row);
}

// Rows [row, row + rows) of the blocks of one slice, `vectors` vectors of columns.
template <int bytes, int rows, int vectors, class T, class I>
inline void sumBlockTile(const Gathering<T, I>& all, std::int64_t begin, std::int64_t end, std::int64_t row,
                         std::int64_t column, const SumRows<T>& to)
{
    using V = typename VectorOf<T, bytes>::Type;
    constexpr std::int64_t width = bytes / static_cast<int>(sizeof(T));
    const auto& blocks = all.blocks;
    const bool asksAhead = column == 0 && blocks.inSize > 1;
    const std::int64_t asked = asksAhead ? all.pattern.pointers[all.pattern.count] - blocksAhead : 0;
    V sums[rows][vectors] = {};
    for (auto e = begin; e < end; ++e) {
        const auto* block = blocks.values + e * blocks.step + row * blocks.outStride;
        const auto* x = all.x.data + all.pattern.indices[e] * blocks.inSize * all.x.stride + column;
        if (e < asked)
#pragma GCC unroll 8
            for (int r = 0; r < rows; ++r)
                __builtin_prefetch(block + blocksAhead * blocks.step + r * blocks.outStride);
        addBlockTile(blocks, block, x, all.x.stride, sums);
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
        for (int t = 0; t < vectors; ++t)
            storeSums(to.data + (row + r) * to.stride + column + t * width, sums[r][t], all.pastCaches);
}

template <int bytes, int rows, class T, class I>
inline void sumBlockColumns(const Gathering<T, I>& all, std::int64_t begin, std::int64_t end, std::int64_t row,
                            std::int64_t column, const SumRows<T>& to)
{
    constexpr std::int64_t width = bytes / static_cast<int>(sizeof(T));
    for (; column + 2 * width <= all.x.columns; column += 2 * width)
        sumBlockTile<bytes, rows, 2>(all, begin, end, row, column, to);
    if (column + width <= all.x.columns) {
        sumBlockTile<bytes, rows, 1>(all, begin, end, row, column, to);
        column += width;
    }
    if constexpr (width > 1)
        if (column < all.x.columns)
            sumBlockColumns<(width <= 4 ? static_cast<int>(sizeof(T)) : bytes / 4), rows>(all, begin, end, row,
                                                                                          column, to);
}

constexpr std::int64_t sumsBeside = 32; // rows of blocks whose sums stay in the first cache

// One column, blocks that lie row by row: a row of a block and its piece of X are vectors both. Blocks are read
// from front to back, as processors ask for memory ahead only where it is read in order. `bytes`: no vector is
// wider than a row.
template <int bytes, class T, class I>
inline void sumBlockRows(const Gathering<T, I>& all, std::int64_t begin, std::int64_t end, std::int64_t first,
                         std::int64_t rows, const SumRows<T>& to)
{
    using V = typename VectorOf<T, bytes>::Type;
    constexpr std::int64_t width = bytes / static_cast<int>(sizeof(T));
    const auto& blocks = all.blocks;
    V sums[sumsBeside];
    T rest[sumsBeside];
    for (std::int64_t r = 0; r < rows; ++r) {
        sums[r] = V{};
        rest[r] = 0;
    }
    for (auto e = begin; e < end; ++e) {
        const auto* row = blocks.values + e * blocks.step + first * blocks.outStride;
        const auto* x = all.x.data + all.pattern.indices[e] * blocks.inSize;
        for (std::int64_t r = 0; r < rows; ++r, row += blocks.outStride) {
            auto sum = sums[r];
            std::int64_t i = 0;
            for (; i + width <= blocks.inSize; i += width)
                sum += load<V>(x + i) * load<V>(row + i);
            sums[r] = sum;
            for (; i < blocks.inSize; ++i)
                rest[r] += x[i] * row[i];
        }
    }
    for (std::int64_t r = 0; r < rows; ++r) {
        auto sum = rest[r];
        for (int lane = 0; lane < width; ++lane)
            sum += sums[r][lane];
        to.data[(first + r) * to.stride] = sum;
    }
}

// All rows of the blocks, in as wide vectors as they have room for.
template <int bytes, class T, class I>
inline void sumAllBlockRows(const Gathering<T, I>& all, std::int64_t begin, std::int64_t end, const SumRows<T>& to)
{
    if constexpr (bytes > 16)
        if (all.blocks.inSize * static_cast<std::int64_t>(sizeof(T)) < bytes)
            return sumAllBlockRows<bytes / 2>(all, begin, end, to);
    for (std::int64_t row = 0; row < all.blocks.outSize; row += sumsBeside) {
        const auto left = all.blocks.outSize - row;
        sumBlockRows<bytes>(all, begin, end, row, left < sumsBeside ? left : sumsBeside, to);
    }
}

// Slices of small blocks, one column: rows of Y that lie `stride` apart, from those of the first slice on.
template <class T, class I>
inline void sumSlicesOfSmallBlocks(const Gathering<T, I>& all, std::int64_t first, std::int64_t last, T* to,
                                   std::int64_t stride)
{
    const auto& pattern = all.pattern;
    const auto& blocks = all.blocks;
    withSizeOf(blocks, [&](auto size) {
        using Block = decltype(size);
        for (auto slice = first; slice < last; ++slice, to += Block::outSize * stride) {
            const std::int64_t begin = pattern.pointers[slice], count = pattern.pointers[slice + 1] - begin;
            sumSmallBlocks<Block>(blocks.values + begin * blocks.step, blocks.step, pattern.indices + begin, count,
                                  all.x.data, to, stride);
        }
    });
}

// The rows of Y of one slice, from its entries [begin, end).
template <class T, class I>
inline void sumSlice(const Gathering<T, I>& all, std::int64_t begin, std::int64_t end, const SumRows<T>& to)
{
    const auto& blocks = all.blocks;
    if (blocks.outSize == 1 && blocks.inSize == 1) {
        const I pointers[]{static_cast<I>(begin), static_cast<I>(end)};
        if (all.x.columns == 1)
            *to.data = sumOfColumn(all, begin, end);
        else
            sumElementColumns<vectorBytes>(all, {pointers, 1, to.data, to.stride}, 0);
        return;
    }
    const bool isOneColumn = all.x.columns == 1 && all.x.stride == 1;
    if (isOneColumn && isSmall(blocks))
        return withSizeOf(blocks, [&](auto size) {
            sumSmallBlocks<decltype(size)>(blocks.values + begin * blocks.step, blocks.step,
                                           all.pattern.indices + begin, end - begin, all.x.data, to.data,
                                           to.stride);
        });
    if (isOneColumn && blocks.inStride == 1)
        return sumAllBlockRows<vectorBytes>(all, begin, end, to);
    std::int64_t row = 0;
    for (; row + blockRowsAtOnce <= blocks.outSize; row += blockRowsAtOnce)
        sumBlockColumns<vectorBytes, blockRowsAtOnce>(all, begin, end, row, 0, to);
    for (; row < blocks.outSize; ++row)
        sumBlockColumns<vectorBytes, 1>(all, begin, end, row, 0, to);
}

// Whether the slices [first, first + blockRowsAtOnce) have the same indices, as those of matrices that are made of
// blocks.
template <class I>
inline bool areAlike(const Slices<I>& pattern, std::int64_t first, std::int64_t last)
{
    if (first + blockRowsAtOnce > last)
        return false;
    const auto begin = pattern.pointers[first];
    const auto length = pattern.pointers[first + 1] - begin;
    if (length == 0 || pattern.pointers[first + 2] - begin != 2 * length ||
        pattern.indices[begin + length] != pattern.indices[begin])
        return false;
    for (std::int64_t row = 1; row < blockRowsAtOnce; ++row)
        if (pattern.pointers[first + row + 1] - pattern.pointers[first + row] != length ||
            __builtin_memcmp(pattern.indices + begin, pattern.indices + begin + row * length,
                             static_cast<std::size_t>(length) * sizeof(I)) != 0)
            return false;
    return true;
}

// Slices that are alike are one slice of blocks, as high as there are slices, whose rows lie one slice apart.
template <class T, class I>
inline void sumAlike(const Gathering<T, I>& all, std::int64_t first, const SumRows<T>& to)
{
    const std::int64_t begin = all.pattern.pointers[first], end = all.pattern.pointers[first + 1];
    const Blocks<T> blocks{all.blocks.values, blockRowsAtOnce, 1, (end - begin) * all.blocks.step, 1,
                           all.blocks.step};
    sumBlockColumns<vectorBytes, blockRowsAtOnce>(Gathering<T, I>{all.pattern, blocks, all.x, all.pastCaches},
                                                  begin, end, 0, 0, to);
}

template <class T, class I>
void vectorSlices(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, const Dense<T>& y,
                  std::int64_t first, std::int64_t last)
{
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    const bool startsLines = reinterpret_cast<std::uintptr_t>(y.data) % 64 == 0 && y.stride * size % 64 == 0;
    const Gathering<T, I> all{pattern, blocks, x,
                              startsLines && y.columns * size % 64 == 0 &&
                                  y.rows * y.columns * size >= pastCachesFrom};
    if (blocks.outSize == 1 && blocks.inSize == 1 && x.columns == 1) {
        for (auto slice = first; slice < last; ++slice)
            y.data[slice * y.stride] = sumOfColumn(all, pattern.pointers[slice], pattern.pointers[slice + 1]);
        return;
    }
    if (x.columns == 1 && x.stride == 1 && isSmall(blocks))
        return sumSlicesOfSmallBlocks(all, first, last, y.data + first * blocks.outSize * y.stride, y.stride);
    const auto rowsFrom = [&](std::int64_t slice) { return y.data + slice * blocks.outSize * y.stride; };
    if (blocks.outSize == 1 && blocks.inSize == 1) {
        // Where none of so many slices was like the next ones, one in eight is looked at.
        std::int64_t unlike = 0;
        const auto startsBlock = [&](std::int64_t slice) {
            if (unlike >= rowsTogether && slice % blockRowsAtOnce != 0)
                return false;
            const bool isAlike = areAlike(pattern, slice, last);
            unlike = isAlike ? 0 : unlike + 1;
            return isAlike;
        };
        for (auto slice = first; slice < last;) {
            const auto begin = slice;
            bool isBlock = false;
            while (slice < last && slice < begin + rowsTogether && !(isBlock = startsBlock(slice)))
                ++slice;
            sumElementColumns<vectorBytes>(
                all, {pattern.pointers + begin, slice - begin, rowsFrom(begin), y.stride}, 0);
            if (isBlock) {
                sumAlike(all, slice, {rowsFrom(slice), y.stride});
                slice += blockRowsAtOnce;
            }
        }
    } else {
        for (auto slice = first; slice < last; ++slice)
            sumSlice<T, I>(all, pattern.pointers[slice], pattern.pointers[slice + 1], {rowsFrom(slice), y.stride});
    }
    if (all.pastCaches)
        finishStores();
}

template <class T, class I>
void vectorPiece(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, std::int64_t begin,
                 std::int64_t end, std::byte* sums)
{
    sumSlice<T, I>({pattern, blocks, x}, begin, end, {reinterpret_cast<T*>(sums), x.columns});
}

} // namespace

} // namespace tscope::cpu
