// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/arithmetic.h"
#include "cpu/ask_ahead.h"
#include "cpu/products/loops.h"

namespace tscope::cpu {

namespace {

constexpr std::int64_t sumsAhead = 32; // of Y, which are asked for

template <class T>
inline void addTo(SumOf<T>& to, WideOf<T> product)
{
    if constexpr (addsInPlace<T>)
        to = Wide<T>::to(Wide<T>::from(to) + product);
    else
        to = to + product;
}

// y[out] += block * x[in] for one block, in the columns of the share.
template <class T>
void addBlock(const T* block, const Blocks<T>& blocks, const T* x, std::int64_t xStride, SumOf<T>* y,
              std::int64_t yStride, std::int64_t columns)
{
    for (std::int64_t o = 0; o < blocks.outSize; ++o) {
        auto* to = y + o * yStride;
        for (std::int64_t i = 0; i < blocks.inSize; ++i) {
            const auto factor = Wide<T>::from(block[o * blocks.outStride + i * blocks.inStride]);
            const auto* from = x + i * xStride;
            for (std::int64_t c = 0; c < columns; ++c)
                addTo<T>(to[c], factor * Wide<T>::from(from[c]));
        }
    }
}

inline bool isIn(const ScatterShare& share, std::int64_t block)
{
    return block >= share.firstBlock && block - share.firstBlock < share.blocks;
}

// Products that wait to be added. Which of them fall into a share nobody can foretell, so all are written down and
// only the count tells them apart; then those that are left are added in their order.
template <class T, class I>
class Waiting
{
public:
    Waiting(SumOf<T>* y, std::int64_t stride, const ScatterShare& share)
        : m_y(y), m_stride(stride), m_first(static_cast<std::uint64_t>(share.firstBlock)),
          m_blocks(static_cast<std::uint64_t>(share.blocks))
    {
    }
    ~Waiting() { flush(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    void add(const I* outs, const T* values, std::int64_t step, WideOf<T> factor, std::int64_t count)
    {
        while (count > 0) {
            const auto now = count < room - m_count ? count : room - m_count;
            auto n = m_count;
            for (std::int64_t e = 0; e < now; ++e) {
                m_outs[n] = outs[e];
                m_products[n] = Wide<T>::from(values[e * step]) * factor;
                n += static_cast<std::uint64_t>(outs[e]) - m_first < m_blocks ? 1 : 0;
            }
            m_count = n;
            outs += now;
            values += now * step;
            count -= now;
            if (m_count == room)
                flush();
        }
    }

private:
    static constexpr std::int64_t room = 1024;

    void flush()
    {
        for (std::int64_t n = 0; n < m_count; ++n) {
            if (n + sumsAhead < m_count)
                askFromAfar(m_y + m_outs[n + sumsAhead] * m_stride);
            addTo<T>(m_y[m_outs[n] * m_stride], m_products[n]);
        }
        m_count = 0;
    }

    SumOf<T>* m_y;
    std::int64_t m_stride;
    std::uint64_t m_first, m_blocks;
    std::int64_t m_count = 0;
    I m_outs[room + 1];
    WideOf<T> m_products[room + 1];
};

// Single elements, one column.
template <class T, class I>
void scatterColumn(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, SumOf<T>* y,
                   std::int64_t stride, const ScatterShare& share, std::int64_t first, std::int64_t last)
{
    const auto factor = [&](std::int64_t slice) {
        return Wide<T>::from(x.data[slice * x.stride + share.firstColumn]);
    };
    if (share.blocks == pattern.width) {
        const std::int64_t lastAsked = pattern.pointers[pattern.count] - sumsAhead;
        for (auto slice = first; slice < last; ++slice) {
            const auto from = factor(slice);
            for (std::int64_t e = pattern.pointers[slice]; e < pattern.pointers[slice + 1]; ++e) {
                if (e < lastAsked)
                    askFromAfar(y + pattern.indices[e + sumsAhead] * stride);
                addTo<T>(y[pattern.indices[e] * stride], Wide<T>::from(blocks.values[e * blocks.step]) * from);
            }
        }
        return;
    }
    Waiting<T, I> waiting(y, stride, share);
    for (auto slice = first; slice < last; ++slice) {
        const std::int64_t begin = pattern.pointers[slice];
        waiting.add(pattern.indices + begin, blocks.values + begin * blocks.step, blocks.step, factor(slice),
                    pattern.pointers[slice + 1] - begin);
    }
}

template <class T, class I>
void scatterSlices(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x, std::byte* sums,
                   std::int64_t stride, const ScatterShare& share, std::int64_t first, std::int64_t last)
{
    auto* y = reinterpret_cast<SumOf<T>*>(sums) + share.firstColumn;
    if (share.columns == 1 && blocks.outSize == 1 && blocks.inSize == 1) {
        scatterColumn(pattern, blocks, x, y, stride, share, first, last);
        return;
    }
    for (auto slice = first; slice < last; ++slice) {
        const auto* from = x.data + slice * blocks.inSize * x.stride + share.firstColumn;
        for (std::int64_t e = pattern.pointers[slice]; e < pattern.pointers[slice + 1]; ++e)
            if (const std::int64_t out = pattern.indices[e]; isIn(share, out))
                addBlock<T>(blocks.values + e * blocks.step, blocks, from, x.stride,
                            y + out * blocks.outSize * stride, stride, share.columns);
    }
}

template <class T, class I>
void scatterCoordinates(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, std::byte* sums,
                        std::int64_t stride, const ScatterShare& share, std::int64_t begin, std::int64_t end)
{
    const Blocks<T> single;
    auto* y = reinterpret_cast<SumOf<T>*>(sums) + share.firstColumn;
    for (auto e = begin; e < end; ++e)
        if (const std::int64_t row = pattern.rows[e]; isIn(share, row))
            addBlock<T>(values + e, single, x.data + pattern.columns[e] * x.stride + share.firstColumn, x.stride,
                        y + row * stride, stride, share.columns);
}

template <class T>
void roundSums(const std::byte* sums, T* to, std::int64_t count)
{
    const auto* from = reinterpret_cast<const WideOf<T>*>(sums);
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = Wide<T>::to(from[i]);
}

template <class T>
void addSums(std::byte* into, const std::byte* what, std::int64_t count)
{
    auto* to = reinterpret_cast<WideOf<T>*>(into);
    const auto* from = reinterpret_cast<const WideOf<T>*>(what);
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = to[i] + from[i];
}

// Rows between those that have entries are zero.
template <class T>
inline void clearRows(const Dense<T>& y, std::int64_t first, std::int64_t last, std::int64_t column,
                      std::int64_t columns)
{
    for (auto row = first; row < last; ++row)
        for (std::int64_t c = 0; c < columns; ++c)
            y.data[row * y.stride + column + c] = T{};
}

constexpr std::int64_t columnsOfRuns = 32; // summed at a time

// `columns` columns from `column` on.
template <class T, class I>
bool sumRunsOfColumns(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, const Dense<T>& y,
                      std::int64_t begin, std::int64_t end, std::int64_t column, std::int64_t columns,
                      std::byte* head, std::byte* tail)
{
    using Sum = WideOf<T>;
    const auto* rows = pattern.rows;
    for (auto e = begin; e < end;) {
        const auto first = e;
        const std::int64_t row = rows[e], before = e > 0 ? static_cast<std::int64_t>(rows[e - 1]) : -1;
        if (row < before) // at once: unsorted rows would be cleared again and again
            return false;
        clearRows(y, before + 1, row, column, columns);
        Sum sums[columnsOfRuns] = {};
        do {
            const auto factor = Wide<T>::from(values[e]);
            const auto* from = x.data + static_cast<std::int64_t>(pattern.columns[e]) * x.stride + column;
            for (std::int64_t c = 0; c < columns; ++c)
                sums[c] = sums[c] + factor * Wide<T>::from(from[c]);
        } while (++e < end && rows[e] == row);
        const bool beganBefore = first == begin && before == row;
        const bool goesOn = e == end && e < pattern.entries && rows[e] == row;
        if (beganBefore || goesOn) {
            auto* to = reinterpret_cast<Sum*>(beganBefore ? head : tail) + column;
            for (std::int64_t c = 0; c < columns; ++c)
                to[c] = sums[c];
        } else {
            auto* to = y.data + row * y.stride + column;
            for (std::int64_t c = 0; c < columns; ++c)
                to[c] = Wide<T>::to(sums[c]);
        }
    }
    if (end == pattern.entries)
        clearRows(y, end == 0 ? 0 : static_cast<std::int64_t>(rows[end - 1]) + 1, y.rows, column, columns);
    return true;
}

// One column: rows that begin and end within [begin, end) go to Y, what is left of the others to `head` and
// `tail`.
template <class T, class I>
bool sumRunsOfOneColumn(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, const Dense<T>& y,
                        std::int64_t begin, std::int64_t end, std::byte* head, std::byte* tail)
{
    using Sum = WideOf<T>;
    const auto *const rows = pattern.rows, *const columns = pattern.columns;
    const auto* const from = x.data;
    const std::int64_t stride = x.stride;
    auto e = begin;
    const auto sumOfRun = [&](std::int64_t stop) {
        askPageAhead(rows + e);
        askPageAhead(columns + e);
        askPageAhead(values + e);
        const auto row = rows[e];
        Sum sum{};
        do {
            sum = sum + Wide<T>::from(values[e]) * Wide<T>::from(from[columns[e] * stride]);
        } while (++e < stop && rows[e] == row);
        return sum;
    };
    std::int64_t before = begin > 0 ? static_cast<std::int64_t>(rows[begin - 1]) : -1;
    const auto clearsUpTo = [&](std::int64_t row) { // false: rows are not sorted
        if (row > before + 1)
            clearRows(y, before + 1, row, 0, 1);
        return row >= before;
    };
    if (e < end && rows[e] == before)
        *reinterpret_cast<Sum*>(head) = sumOfRun(end);
    auto last = end; // where the run begins that goes on behind the end
    if (e < end && end < pattern.entries)
        while (last > e && rows[last - 1] == rows[end])
            --last;
    while (e < last) {
        const std::int64_t row = rows[e];
        if (row != before + 1 && !clearsUpTo(row)) // at once: unsorted rows would be cleared again and again
            return false;
        y.data[row * y.stride] = Wide<T>::to(sumOfRun(last));
        before = row;
    }
    if (last < end) {
        if (!clearsUpTo(rows[last]))
            return false;
        *reinterpret_cast<Sum*>(tail) = sumOfRun(end);
    }
    if (end == pattern.entries)
        clearRows(y, end == 0 ? 0 : static_cast<std::int64_t>(rows[end - 1]) + 1, y.rows, 0, 1);
    return true;
}

template <class T, class I>
bool sumRuns(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, const Dense<T>& y,
             std::int64_t begin, std::int64_t end, std::byte* head, std::byte* tail)
{
    if (x.columns == 1)
        return sumRunsOfOneColumn(pattern, values, x, y, begin, end, head, tail);
    bool isAscending = true;
    for (std::int64_t column = 0; column < x.columns && isAscending; column += columnsOfRuns) {
        const auto left = x.columns - column;
        isAscending = sumRunsOfColumns(pattern, values, x, y, begin, end, column,
                                       left < columnsOfRuns ? left : columnsOfRuns, head, tail);
    }
    return isAscending;
}

} // namespace

template <class T, class I>
ScatterLoops<T, I> plainScatterLoops()
{
    return {sizeof(SumOf<T>), addsInPlace<T>, scatterSlices<T, I>, scatterCoordinates<T, I>, roundSums<T>};
}

template <class T, class I>
RunLoops<T, I> runLoops()
{
    return {sizeof(WideOf<T>), sumRuns<T, I>, addSums<T>, roundSums<T>};
}

} // namespace tscope::cpu
