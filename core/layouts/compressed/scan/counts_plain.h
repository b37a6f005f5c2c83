// SPDX-License-Identifier: Apache-2.0
// Entries and pointers counted by what a compiler makes of plain loops and vectors, for any instruction set.
#pragma once

#include "layouts/compressed/scan/kernel_basics.h"

namespace tscope::compressed {

namespace {

#if defined(__AVX2__)
constexpr std::int64_t vectorBytes = 32;
#else
constexpr std::int64_t vectorBytes = 16;
#endif

template <Order order, bool countsOutside, class T>
class EntryLoop
{
public:
    EntryLoop(const T* values, std::int64_t count, T limit) : m_values(values), m_count(count), m_limit(limit)
    {
        for (auto& chain : m_sums.largests)
            chain += values[0];
    }

    // Counts neighbours, in whole steps, until all before `target` are looked at or less than a step is left.
    void advance(std::int64_t target)
    {
        auto i = m_next; // locals: what lies behind `this` might be written to, as far as a compiler knows
        auto sums = m_sums;
        for (; i < target && i + step <= m_count; i += step) {
            fetchAhead(m_values + i, chains * vectorBytes);
            for (int c = 0; c < chains; ++c) {
                Vector value, previous;
                __builtin_memcpy(&value, m_values + i + c * width, vectorBytes);
                __builtin_memcpy(&previous, m_values + i + c * width - 1, vectorBytes);
                // A comparison that holds is -1 in its lane.
                sums.disorders[c] -= order == Order::strict ? previous >= value : previous > value;
                sums.signs[c] |= value;
                sums.largests[c] = sums.largests[c] < value ? value : sums.largests[c];
                if constexpr (countsOutside) {
                    sums.negatives[c] -= value < 0;
                    sums.tooLarges[c] -= value >= m_limit;
                }
            }
        }
        m_sums = sums;
        m_next = i;
    }

    void starts(const T* pointers, std::int64_t count, std::int64_t origin)
    {
        m_starts += disordersAtStarts<order>(m_values, pointers, count, origin);
    }

    EntryCounts finish()
    {
        advance(m_count);
        std::int64_t disorder = 0;
        T negative = 0, tooLarge = 0;
        T sign = m_values[0];
        T largest = m_values[0];
        const auto look = [&](T value) {
            sign |= value;
            largest = largest < value ? value : largest;
            negative += value < 0 ? T{1} : T{0};
            tooLarge += value >= m_limit ? T{1} : T{0};
        };
        look(m_values[0]);
        for (auto i = m_next; i < m_count; ++i) {
            disorder += isDisorder<order>(m_values[i - 1], m_values[i]) ? 1 : 0;
            look(m_values[i]);
        }
        for (int c = 0; c < chains; ++c)
            for (std::int64_t lane = 0; lane < width; ++lane) {
                disorder += m_sums.disorders[c][lane];
                sign |= m_sums.signs[c][lane];
                largest = largest < m_sums.largests[c][lane] ? m_sums.largests[c][lane] : largest;
                negative += m_sums.negatives[c][lane];
                tooLarge += m_sums.tooLarges[c][lane];
            }
        return {disorder, largest, sign < 0, m_starts, negative, tooLarge};
    }

private:
    typedef T Vector [[gnu::vector_size(vectorBytes)]];
    static constexpr std::int64_t width = vectorBytes / sizeof(T);
    static constexpr int chains = 2; // so that one vector need not wait for the one before
    static constexpr std::int64_t step = chains * width;

    struct Sums {
        Vector disorders[chains]{}, signs[chains]{}, largests[chains]{};
        Vector negatives[chains]{}, tooLarges[chains]{};
    };

    const T* m_values;
    std::int64_t m_count;
    std::int64_t m_next = 1;
    std::int64_t m_starts = 0;
    T m_limit;
    Sums m_sums;
};

// The starts are looked at group by group, just after the entries around them: these are in the nearest cache
// then, and memory goes on delivering what comes next.
template <Order order, bool countsOutside, class T>
EntryCounts plainEntryCounts(const T* values, std::int64_t count, const Starts<T>& starts, T limit)
{
    EntryLoop<order, countsOutside, T> loop(values, count, limit);
    for (std::int64_t begin = 0; begin < starts.slices; begin += startGroup) {
        const auto slices = starts.slices - begin < startGroup ? starts.slices - begin : startGroup;
        loop.advance(starts.pointers[begin + slices - 1] - starts.origin + 1);
        loop.starts(starts.pointers + begin, slices, starts.origin);
    }
    return loop.finish();
}

template <class T>
PointerCounts plainPointerCounts(const T* pointers, std::int64_t slices, std::uint64_t limit)
{
    using U = typename UnsignedOf<T>::type;
    const U most = limit > static_cast<U>(-1) ? static_cast<U>(-1) : static_cast<U>(limit);
    T falling = 0;
    U longest = 0;
    fetchAhead(pointers, slices * static_cast<std::int64_t>(sizeof(T)));
    for (std::int64_t i = 0; i < slices; ++i) {
        const T begin = pointers[i];
        const T end = pointers[i + 1];
        const T falls = end < begin ? T{1} : T{0};
        falling += falls;
        // What falls has no length: masked, as a branch would keep the loop from being vectorised.
        const U length = (static_cast<U>(end) - static_cast<U>(begin)) & (static_cast<U>(falls) - U{1});
        longest = longest < length ? length : longest;
    }
    PointerCounts counts{falling, 0, longest};
    if (longest > most)
        counts.tooMany = tooLong(pointers, slices, most);
    return counts;
}

#if !defined(__AVX2__)
template <Order order, bool countsOutside, class T>
EntryCounts entryCounts(const T* values, std::int64_t count, const Starts<T>& starts, T limit)
{
    return plainEntryCounts<order, countsOutside>(values, count, starts, limit);
}

template <class T>
PointerCounts pointerCounts(const T* pointers, std::int64_t slices, std::uint64_t limit)
{
    return plainPointerCounts(pointers, slices, limit);
}
#endif

} // namespace

} // namespace tscope::compressed
