// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/arithmetic.h"
#include "cpu/elementwise/merge_loops.h"

namespace tscope::cpu {

namespace {

// The entries of one slice in a and b, from the left.
template <class I>
struct Walkers {
    std::int64_t a, aEnd, b, bEnd;

    Walkers(const Slices<I>& left, const Slices<I>& right, std::int64_t slice)
        : a(left.pointers[slice]), aEnd(left.pointers[slice + 1]), b(right.pointers[slice]),
          bEnd(right.pointers[slice + 1])
    {
    }
};

template <Binary op, class T>
inline T both(T a, T b)
{
    const auto left = Wide<T>::from(a), right = Wide<T>::from(b);
    if constexpr (op == Binary::multiply)
        return Wide<T>::to(left * right);
    else
        return Wide<T>::to(left + right);
}

// b as it comes into a difference.
template <class T>
inline T negative(T value)
{
    const auto wide = Wide<T>::from(value);
    if constexpr (std::is_same_v<T, BoolByte>)
        return value;
    else if constexpr (std::is_arithmetic_v<WideOf<T>>)
        return Wide<T>::to(static_cast<WideOf<T>>(-wide));
    else
        return Wide<T>::to({-wide.real, -wide.imag});
}

template <Binary op, class T>
inline T right(T value)
{
    if constexpr (op == Binary::subtract)
        return negative(value);
    else
        return value;
}

template <Binary op, class T>
inline T joined(T a, T b)
{
    if constexpr (op == Binary::subtract && std::is_same_v<T, BoolByte>)
        return {static_cast<std::uint8_t>((a.byte != 0) != (b.byte != 0) ? 1 : 0)};
    else
        return both<op>(a, right<op>(b));
}

// In either, one element an entry. Which comes next is computed, not asked for, since nobody can foretell it; and
// as each step has to wait for the one before, two slices are merged side by side.
template <Binary op, class T, class I>
class ElementMerger
{
public:
    ElementMerger(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues, I* indices,
                  T* values)
        : m_a(a), m_b(b), m_aValues(aValues), m_bValues(bValues), m_indices(indices), m_values(values)
    {
    }

    // `begins` are where the slices' results begin, and where those of the last one end.
    void merge(std::int64_t first, std::int64_t last, const std::int64_t* begins)
    {
        for (; first + 2 <= last; first += 2) {
            Row one(m_a, m_b, first, begins[first]), two(m_a, m_b, first + 1, begins[first + 1]);
            while (one.isOpen() && two.isOpen()) {
                step(one);
                step(two);
            }
            finish(one);
            finish(two);
        }
        if (first < last) {
            Row one(m_a, m_b, first, begins[first]);
            finish(one);
        }
    }

private:
    struct Row : Walkers<I> {
        std::int64_t to;

        Row(const Slices<I>& left, const Slices<I>& other, std::int64_t slice, std::int64_t begin)
            : Walkers<I>(left, other, slice), to(begin)
        {
        }
        inline bool isOpen() const { return this->a < this->aEnd && this->b < this->bEnd; }
    };

    [[gnu::always_inline]] inline void step(Row& at)
    {
        // Masks of the signs of the difference, -1 or 0; indices are not negative.
        const auto difference = std::int64_t{m_a.indices[at.a]} - std::int64_t{m_b.indices[at.b]};
        const auto isBelow = difference >> 63, isAbove = -difference >> 63;
        const T choice[3]{m_aValues[at.a], joined<op>(m_aValues[at.a], m_bValues[at.b]),
                          right<op>(m_bValues[at.b])};
        m_indices[at.to] = static_cast<I>(m_b.indices[at.b] + (difference & isBelow));
        m_values[at.to] = choice[1 + isBelow - isAbove];
        at.a += 1 + isAbove;
        at.b += 1 + isBelow;
        ++at.to;
    }

    [[gnu::always_inline]] inline void finish(Row& at)
    {
        while (at.isOpen())
            step(at);
        for (; at.a < at.aEnd; ++at.a, ++at.to) {
            m_indices[at.to] = m_a.indices[at.a];
            m_values[at.to] = m_aValues[at.a];
        }
        for (; at.b < at.bEnd; ++at.b, ++at.to) {
            m_indices[at.to] = m_b.indices[at.b];
            m_values[at.to] = right<op>(m_bValues[at.b]);
        }
    }

    Slices<I> m_a, m_b;
    const T *m_aValues, *m_bValues;
    I* m_indices;
    T* m_values;
};

// The same for blocks.
template <Binary op, class T, class I>
void mergeBlocks(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues, std::int64_t step,
                 std::int64_t first, std::int64_t last, I* indices, T* values)
{
    for (auto slice = first; slice < last; ++slice) {
        Walkers<I> at(a, b, slice);
        while (at.a < at.aEnd || at.b < at.bEnd) {
            const bool takesA = at.b == at.bEnd || (at.a < at.aEnd && a.indices[at.a] <= b.indices[at.b]);
            const bool takesB = at.a == at.aEnd || (at.b < at.bEnd && b.indices[at.b] <= a.indices[at.a]);
            *indices++ = takesA ? a.indices[at.a] : b.indices[at.b];
            const auto *left = aValues + at.a * step, *other = bValues + at.b * step;
            for (std::int64_t i = 0; i < step; ++i)
                *values++ = takesA && takesB ? joined<op>(left[i], other[i])
                            : takesA         ? left[i]
                                             : right<op>(other[i]);
            at.a += takesA ? 1 : 0;
            at.b += takesB ? 1 : 0;
        }
    }
}

template <class T, class I>
void multiplyMatches(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues, std::int64_t step,
                     std::int64_t first, std::int64_t last, I* indices, T* values)
{
    for (auto slice = first; slice < last; ++slice)
        for (Walkers<I> at(a, b, slice); at.a < at.aEnd && at.b < at.bEnd;) {
            const auto left = a.indices[at.a], other = b.indices[at.b];
            if (left == other) {
                *indices++ = left;
                for (std::int64_t i = 0; i < step; ++i)
                    *values++ = both<Binary::multiply>(aValues[at.a * step + i], bValues[at.b * step + i]);
            }
            at.a += left <= other ? 1 : 0;
            at.b += other <= left ? 1 : 0;
        }
}

} // namespace

template <class T, class I>
void fillMergedSlices(Binary op, const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues,
                      std::int64_t step, std::int64_t first, std::int64_t last, const std::int64_t* begins,
                      I* indices, T* values)
{
    auto* blockIndices = indices + begins[first];
    auto* blockValues = values + begins[first] * step;
    if (op == Binary::multiply)
        multiplyMatches(a, aValues, b, bValues, step, first, last, blockIndices, blockValues);
    else if (op == Binary::add && step == 1)
        ElementMerger<Binary::add, T, I>(a, aValues, b, bValues, indices, values).merge(first, last, begins);
    else if (step == 1)
        ElementMerger<Binary::subtract, T, I>(a, aValues, b, bValues, indices, values).merge(first, last, begins);
    else if (op == Binary::add)
        mergeBlocks<Binary::add>(a, aValues, b, bValues, step, first, last, blockIndices, blockValues);
    else
        mergeBlocks<Binary::subtract>(a, aValues, b, bValues, step, first, last, blockIndices, blockValues);
}

} // namespace tscope::cpu
