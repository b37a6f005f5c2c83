// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/arithmetic.h"
#include "cpu/products/product_tasks.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <numeric>
#include <vector>

// A row of a sparse product that threads share.
namespace tscope::cpu {

// A vector of all columns for each piece.
template <class V>
class PieceVectors
{
public:
    PieceVectors(std::int64_t pieces, std::int64_t width)
        : m_width(static_cast<std::size_t>(width)), m_all(static_cast<std::size_t>(pieces) * m_width)
    {
    }
    V* of(std::int64_t piece) { return m_all.data() + static_cast<std::size_t>(piece) * m_width; }

private:
    std::size_t m_width;
    std::vector<V> m_all;
};

inline constexpr std::int64_t columnsPerTask = 1 << 15;

inline std::int64_t columnTasks(std::int64_t width)
{
    return (width + columnsPerTask - 1) / columnsPerTask;
}

// body(task, first, last) for runs of columns.
template <class Body>
bool forEachColumnRange(std::int64_t width, const Watch& watch, Body&& body)
{
    return runTasks(columnTasks(width), width, {watch.stop}, [&](std::int64_t task) {
        body(task, task * columnsPerTask, std::min(width, (task + 1) * columnsPerTask));
    });
}

// Which columns a giant row has: marks of its pieces, and how many come before each run of columns.
class GiantColumns
{
public:
    template <class I>
    GiantColumns(const Slices<I>& a, const Slices<I>& b, const GiantRow& giant, const Watch& watch)
        : m_width(b.width), m_pieces(giant.pieces()), m_marks(m_pieces, m_width),
          m_begins(static_cast<std::size_t>(columnTasks(m_width) + 1))
    {
        const auto marked = runTasks(m_pieces, leastForThreads, {watch.stop}, [&](std::int64_t piece) {
            auto* marks = m_marks.of(piece);
            forProductsOf(a, b, giant.cuts[static_cast<std::size_t>(piece)],
                          giant.cuts[static_cast<std::size_t>(piece) + 1],
                          [&](auto, auto eb) { marks[b.indices[eb]] = 1; });
        });
        m_isWhole = marked && forEachColumnRange(m_width, watch, [&](auto task, auto first, auto last) {
                        auto* all = m_marks.of(0);
                        std::int64_t count = 0;
                        for (auto column = first; column < last; ++column) {
                            for (std::int64_t piece = 1; piece < m_pieces; ++piece)
                                all[column] |= m_marks.of(piece)[column];
                            count += all[column];
                        }
                        m_begins[static_cast<std::size_t>(task) + 1] = count;
                    });
        std::partial_sum(m_begins.begin(), m_begins.end(), m_begins.begin());
    }

    bool isWhole() const { return m_isWhole; }
    std::int64_t count() const { return m_begins.back(); }

    template <class I>
    bool write(I* columns, const Watch& watch)
    {
        return m_isWhole && forEachColumnRange(m_width, watch, [&](auto task, auto first, auto last) {
                   auto* next = columns + m_begins[static_cast<std::size_t>(task)];
                   for (auto column = first; column < last; ++column)
                       if (m_marks.of(0)[column] != 0)
                           *next++ = static_cast<I>(column);
               });
    }

private:
    std::int64_t m_width, m_pieces;
    PieceVectors<std::uint8_t> m_marks;
    std::vector<std::int64_t> m_begins;
    bool m_isWhole = false;
};

// Its values, given its columns: each is summed in the pieces, which are joined in order.
template <class T, class I>
bool giantValues(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues, const GiantRow& giant,
                 const I* columns, std::int64_t count, T* values, const Watch& watch)
{
    PieceVectors<WideOf<T>> sums(giant.pieces(), b.width);
    const auto summed = runTasks(giant.pieces(), leastForThreads, {watch.stop}, [&](std::int64_t piece) {
        auto* of = sums.of(piece);
        forProductsOf(a, b, giant.cuts[static_cast<std::size_t>(piece)],
                      giant.cuts[static_cast<std::size_t>(piece) + 1], [&](auto ea, auto eb) {
                          auto& sum = of[b.indices[eb]];
                          sum = sum + Wide<T>::from(aValues[ea]) * Wide<T>::from(bValues[eb]);
                      });
    });
    return summed && forEachColumnRange(count, watch, [&](auto, std::int64_t first, std::int64_t last) {
               for (auto e = first; e < last; ++e) {
                   auto sum = sums.of(0)[columns[e]];
                   for (std::int64_t piece = 1; piece < giant.pieces(); ++piece)
                       sum = sum + sums.of(piece)[columns[e]];
                   values[e] = Wide<T>::to(sum);
               }
           });
}

} // namespace tscope::cpu
