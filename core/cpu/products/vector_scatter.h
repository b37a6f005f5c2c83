// SPDX-License-Identifier: Apache-2.0
// The scattering loops for f32 and f64 with several columns, included once for each instruction set that they are
// compiled for. All of it is local to the including file, see cpu/arithmetic.h.
#pragma once

#include "cpu/ask_ahead.h"
#include "cpu/products/vector.h"
#include "cpu/products/vector_sets.h"

namespace tscope::cpu {

namespace {

constexpr std::int64_t outsAhead = 64; // rows of Y that are asked for, and once more, when they are near
constexpr std::int64_t outsNear = 8;

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
inline void askForRows(const T* later, const T* soon, std::int64_t columns)
{
    constexpr std::int64_t line = 64 / static_cast<int>(sizeof(T));
    for (std::int64_t c = 0; c < columns && c < 4 * line; c += line) {
        askFromAfar(later + c);
        askSoon(soon + c);
    }
}

inline bool isInShare(const ScatterShare& share, std::int64_t block)
{
    return block >= share.firstBlock && block - share.firstBlock < share.blocks;
}

// Rows of X that wait to be added to rows of Y. Which of them fall into a share nobody can foretell, so all are
// written down and only the count tells them apart; then those that are left are added in their order. Rows of
// other shares are not asked for: another thread writes them.
template <class T>
class RowsToAdd
{
public:
    RowsToAdd(T* y, std::int64_t stride, const ScatterShare& share)
        : m_y(y), m_stride(stride), m_columns(share.columns),
          m_first(static_cast<std::uint64_t>(share.firstBlock)), m_blocks(static_cast<std::uint64_t>(share.blocks))
    {
    }
    ~RowsToAdd() { flush(); }
    RowsToAdd(const RowsToAdd&) = delete;
    RowsToAdd& operator=(const RowsToAdd&) = delete;

    void add(std::int64_t out, T factor, const T* from)
    {
        m_rows[m_count] = {m_y + out * m_stride, from, factor};
        m_count += static_cast<std::uint64_t>(out) - m_first < m_blocks ? 1 : 0;
        if (m_count == room)
            flush();
    }

private:
    static constexpr std::int64_t room = 512;

    void flush()
    {
        for (std::int64_t n = 0; n < outsAhead && n < m_count; ++n)
            askForRows(m_rows[n].to, m_rows[n].to, m_columns);
        for (std::int64_t n = 0; n < m_count; ++n) {
            if (n + outsAhead < m_count)
                askForRows(m_rows[n + outsAhead].to, m_rows[n + outsNear].to, m_columns);
            addScaledRow<T>(m_rows[n].to, m_rows[n].factor, m_rows[n].from, m_columns);
        }
        m_count = 0;
    }

    struct Row {
        T* to;
        const T* from;
        T factor;
    };
    T* m_y;
    std::int64_t m_stride, m_columns;
    std::uint64_t m_first, m_blocks;
    std::int64_t m_count = 0;
    Row m_rows[room + 1];
};

template <class T, class I>
void vectorScatterSlices(const Slices<I>& pattern, const Blocks<T>& blocks, const Dense<const T>& x,
                         std::byte* sums, std::int64_t stride, const ScatterShare& share, std::int64_t first,
                         std::int64_t last)
{
    auto* y = reinterpret_cast<T*>(sums) + share.firstColumn;
    const auto fromOf = [&](std::int64_t slice) { return x.data + slice * x.stride + share.firstColumn; };
    if (share.blocks < pattern.width) {
        RowsToAdd<T> rows(y, stride, share);
        for (auto slice = first; slice < last; ++slice)
            for (std::int64_t e = pattern.pointers[slice]; e < pattern.pointers[slice + 1]; ++e)
                rows.add(pattern.indices[e], blocks.values[e * blocks.step], fromOf(slice));
        return;
    }
    const std::int64_t lastAsked = pattern.pointers[pattern.count] - outsAhead;
    for (auto slice = first; slice < last; ++slice)
        for (std::int64_t e = pattern.pointers[slice]; e < pattern.pointers[slice + 1]; ++e) {
            if (e < lastAsked)
                askForRows(y + pattern.indices[e + outsAhead] * stride, y + pattern.indices[e + outsNear] * stride,
                           share.columns);
            addScaledRow<T>(y + pattern.indices[e] * stride, blocks.values[e * blocks.step], fromOf(slice),
                            share.columns);
        }
}

template <class T, class I>
void vectorScatterCoordinates(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x,
                              std::byte* sums, std::int64_t stride, const ScatterShare& share, std::int64_t begin,
                              std::int64_t end)
{
    RowsToAdd<T> rows(reinterpret_cast<T*>(sums) + share.firstColumn, stride, share);
    for (auto e = begin; e < end; ++e)
        rows.add(pattern.rows[e], values[e], x.data + pattern.columns[e] * x.stride + share.firstColumn);
}

} // namespace

} // namespace tscope::cpu
