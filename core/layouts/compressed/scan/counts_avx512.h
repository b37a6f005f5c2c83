// SPDX-License-Identifier: Apache-2.0
// Entries and pointers counted with AVX-512. Whether an entry is out of order against the one before is kept as a
// bit: at the starts of slices bits are looked up, many at once, and no entry is looked at again.
#pragma once

#include "layouts/compressed/scan/kernel_basics.h"

#include <immintrin.h>

#if defined(__AVX512F__) // nothing to anyone else

namespace tscope::compressed {

namespace {

// One vector of indices of type T; a mask has a bit for each lane.
template <class T>
struct Lanes;

template <>
struct Lanes<std::int32_t> {
    using Mask = __mmask16;
    static constexpr int count = 16;

    static __m512i all(std::int32_t value) { return _mm512_set1_epi32(value); }
    static __m512i load(Mask mask, const std::int32_t* from) { return _mm512_maskz_loadu_epi32(mask, from); }
    // The lanes of `value` each one up, behind the last lane of `before`.
    static __m512i shifted(__m512i before, __m512i value) { return _mm512_alignr_epi32(value, before, 15); }
    static Mask less(__m512i a, __m512i b) { return _mm512_cmplt_epi32_mask(a, b); }
    static Mask negative(__m512i a) { return _mm512_movepi32_mask(a); }
    static __m512i minus(__m512i a, __m512i b) { return _mm512_sub_epi32(a, b); }
    static __m512i largerUnsigned(__m512i a, Mask mask, __m512i b) { return _mm512_mask_max_epu32(a, mask, a, b); }
    static __m512i largest(__m512i a, Mask mask, __m512i b) { return _mm512_mask_max_epi32(a, mask, a, b); }
    // The bits at the places `at` of the 1024 in two vectors; none outside of `mask`.
    static Mask bits(Mask mask, __m512i at, __m512i low, __m512i high)
    {
        const auto words = _mm512_permutex2var_epi32(low, _mm512_maskz_srli_epi32(mask, at, 5), high);
        return _mm512_mask_test_epi32_mask(mask, _mm512_maskz_rorv_epi32(mask, words, at), _mm512_set1_epi32(1));
    }
};

template <>
struct Lanes<std::int64_t> {
    using Mask = __mmask8;
    static constexpr int count = 8;

    static __m512i all(std::int64_t value) { return _mm512_set1_epi64(value); }
    static __m512i load(Mask mask, const std::int64_t* from) { return _mm512_maskz_loadu_epi64(mask, from); }
    static __m512i shifted(__m512i before, __m512i value) { return _mm512_alignr_epi64(value, before, 7); }
    static Mask less(__m512i a, __m512i b) { return _mm512_cmplt_epi64_mask(a, b); }
    static Mask negative(__m512i a) { return _mm512_movepi64_mask(a); }
    static __m512i minus(__m512i a, __m512i b) { return _mm512_sub_epi64(a, b); }
    static __m512i largerUnsigned(__m512i a, Mask mask, __m512i b) { return _mm512_mask_max_epu64(a, mask, a, b); }
    static __m512i largest(__m512i a, Mask mask, __m512i b) { return _mm512_mask_max_epi64(a, mask, a, b); }
    static Mask bits(Mask mask, __m512i at, __m512i low, __m512i high)
    {
        const auto words = _mm512_permutex2var_epi64(low, _mm512_maskz_srli_epi64(mask, at, 6), high);
        return _mm512_mask_test_epi64_mask(mask, _mm512_maskz_rorv_epi64(mask, words, at), _mm512_set1_epi64(1));
    }
};

template <class T>
inline T largestLane(__m512i vector)
{
    T lanes[sizeof vector / sizeof(T)];
    __builtin_memcpy(lanes, &vector, sizeof vector);
    T largest = lanes[0];
    for (const auto lane : lanes)
        largest = largest < lane ? lane : largest;
    return largest;
}

// For loops that go on by `bytes` each time: one line of each page is asked for, two pages ahead. Within a page
// processors of this kind look ahead by themselves, and one that is asked for every line besides (fetchAhead)
// takes a fifth longer to read what lies in memory. Reads nothing itself, so the end of the array does not matter.
template <class T>
inline void touchPageAhead(const T* values, std::int64_t bytes)
{
    constexpr std::uintptr_t page = 4096;
    const auto from = reinterpret_cast<std::uintptr_t>(values);
    if (from % page < static_cast<std::uintptr_t>(bytes))
        __builtin_prefetch(reinterpret_cast<const void*>(from + 2 * page), 0, 2);
}

constexpr std::int64_t wordBits = 64;
constexpr std::int64_t nearWords = 16; // as many as two vectors hold

// What an entry adds to a count, 64 entries at a time: a bit each.
struct EntryBits {
    std::uint64_t disorder = 0, negative = 0, tooLarge = 0;
};

template <Order order, bool countsOutside, class T>
class EntrySums
{
public:
    using L = Lanes<T>;
    using Mask = typename L::Mask;

    EntrySums(T first, T limit) : m_before(L::all(first)), m_limit(L::all(limit))
    {
        for (auto& largest : m_largest)
            largest = L::all(first);
    }

    // The entries of one vector, the `chain`th of those looked at together.
    void look(__m512i value, int chain, std::int64_t at, EntryBits& bits)
    {
        addBits(value, static_cast<Mask>(-1), at, bits);
        m_largest[chain] = L::largest(m_largest[chain], static_cast<Mask>(-1), value);
    }
    // The last ones, where `mask` has a bit.
    void lookAtLast(__m512i value, Mask mask, std::int64_t at, EntryBits& bits)
    {
        addBits(value, mask, at, bits);
        m_largest[0] = L::largest(m_largest[0], mask, value);
    }
    void add(const EntryBits& bits)
    {
        m_disorder += __builtin_popcountll(bits.disorder);
        if constexpr (countsOutside) {
            m_negative += __builtin_popcountll(bits.negative);
            m_tooLarge += __builtin_popcountll(bits.tooLarge);
        }
    }
    EntryCounts counts(std::int64_t starts) const
    {
        const auto largest = L::largest(m_largest[0], static_cast<Mask>(-1), m_largest[1]);
        return {m_disorder, largestLane<T>(largest), L::negative(m_signs) != 0, starts, m_negative, m_tooLarge};
    }

    static constexpr int chains = 2; // so that one vector need not wait for the one before

private:
    void addBits(__m512i value, Mask mask, std::int64_t at, EntryBits& bits)
    {
        const auto previous = L::shifted(m_before, value);
        m_before = value;
        const auto isDisorder =
            order == Order::strict ? static_cast<Mask>(~L::less(previous, value)) : L::less(value, previous);
        bits.disorder |= static_cast<std::uint64_t>(isDisorder & mask) << at;
        m_signs = _mm512_or_si512(m_signs, value);
        if constexpr (countsOutside) {
            bits.negative |= static_cast<std::uint64_t>(L::negative(value)) << at;
            bits.tooLarge |= static_cast<std::uint64_t>(~L::less(value, m_limit) & mask) << at;
        }
    }

    __m512i m_before, m_limit;
    __m512i m_signs = _mm512_setzero_si512();
    __m512i m_largest[chains];
    std::int64_t m_disorder = 0, m_negative = 0, m_tooLarge = 0;
};

template <class T>
inline typename Lanes<T>::Mask firstLanes(std::int64_t count)
{
    return static_cast<typename Lanes<T>::Mask>((std::uint32_t{1} << count) - 1);
}

// How many of `count` slices are not empty and start at a bit that is set; the first of them starts at `first`,
// all within the bits of nearWords words.
template <class T>
inline std::int64_t bitsAtStarts(const std::uint64_t* words, std::int64_t first, const T* pointers,
                                 std::int64_t count, std::int64_t origin)
{
    using L = Lanes<T>;
    const auto word = first / wordBits;
    const auto low = _mm512_loadu_si512(words + word), high = _mm512_loadu_si512(words + word + nearWords / 2);
    const auto base = L::all(static_cast<T>(origin + word * wordBits));
    std::int64_t set = 0;
    const auto look = [&](typename L::Mask mask, std::int64_t at) {
        const auto begin = L::load(mask, pointers + at), end = L::load(mask, pointers + at + 1);
        set += __builtin_popcount(L::bits(L::less(begin, end), L::minus(begin, base), low, high));
    };
    std::int64_t i = 0;
    for (; i + L::count <= count; i += L::count)
        look(static_cast<typename L::Mask>(-1), i);
    if (i < count)
        look(firstLanes<T>(count - i), i);
    return set;
}

// The starts are looked at some way behind the entries around them: memory goes on delivering what comes next, and
// all sums stay in registers.
template <Order order, bool countsOutside, class T>
EntryCounts entryCounts(const T* values, std::int64_t count, const Starts<T>& starts, T limit)
{
    using L = Lanes<T>;
    constexpr std::int64_t leap = 2048;
    // Unset at first: bits that were not kept are read along with those that were, but not asked for.
    alignas(64) std::uint64_t words[longestWindow / wordBits + 1 + nearWords];
    EntrySums<order, countsOutside, T> sums(values[0], limit);
    std::int64_t done = 0, slice = 0, disordersAtThem = 0;
    while (true) {
        const auto stop = count - done < leap ? count : done + leap;
        for (; done + wordBits <= stop; done += wordBits) {
            touchPageAhead(values + done, wordBits * static_cast<std::int64_t>(sizeof(T)));
            EntryBits bits;
            for (int lane = 0; lane < wordBits; lane += L::count)
                sums.look(L::load(static_cast<typename L::Mask>(-1), values + done + lane),
                          lane / L::count % sums.chains, lane, bits);
            words[done / wordBits] = bits.disorder;
            sums.add(bits);
        }
        if (stop == count) {
            EntryBits bits;
            for (auto at = done; at < count; at += L::count) {
                const auto mask = firstLanes<T>(count - at < L::count ? count - at : L::count);
                sums.lookAtLast(L::load(mask, values + at), mask, at - done, bits);
            }
            words[done / wordBits] = bits.disorder;
            sums.add(bits);
            done = count;
        }
        while (slice < starts.slices) {
            const auto slices = starts.slices - slice < startGroup ? starts.slices - slice : startGroup;
            const T* pointers = starts.pointers + slice;
            const std::int64_t first = pointers[0] - starts.origin, last = pointers[slices - 1] - starts.origin;
            if (last >= done)
                break;
            // What is before the first entry of all was not looked at.
            const bool areNear = first > 0 && last / wordBits - first / wordBits < nearWords;
            disordersAtThem += areNear ? bitsAtStarts(words, first, pointers, slices, starts.origin)
                                       : disordersAtStarts<order>(values, pointers, slices, starts.origin);
            slice += slices;
        }
        if (done == count)
            break;
    }
    auto counts = sums.counts(disordersAtThem);
    if (order == Order::strict) // the first entry was held against itself
        --counts.disorder;
    return counts;
}

template <class T>
PointerCounts pointerCounts(const T* pointers, std::int64_t slices, std::uint64_t limit)
{
    using L = Lanes<T>;
    using U = typename UnsignedOf<T>::type;
    const U most = limit > static_cast<U>(-1) ? static_cast<U>(-1) : static_cast<U>(limit);
    std::int64_t falling = 0;
    __m512i longest[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};
    const auto look = [&](typename L::Mask mask, std::int64_t at, int chain) {
        const auto begin = L::load(mask, pointers + at), end = L::load(mask, pointers + at + 1);
        const auto falls = L::less(end, begin);
        falling += __builtin_popcount(falls);
        longest[chain] =
            L::largerUnsigned(longest[chain], static_cast<typename L::Mask>(~falls), L::minus(end, begin));
    };
    std::int64_t i = 0;
    for (; i + 2 * L::count <= slices; i += 2 * L::count) {
        touchPageAhead(pointers + i, 2 * L::count * static_cast<std::int64_t>(sizeof(T)));
        look(static_cast<typename L::Mask>(-1), i, 0);
        look(static_cast<typename L::Mask>(-1), i + L::count, 1);
    }
    for (; i < slices; i += L::count)
        look(firstLanes<T>(slices - i < L::count ? slices - i : L::count), i, 0);
    const auto all = static_cast<typename L::Mask>(-1);
    const U length = largestLane<U>(L::largerUnsigned(longest[0], all, longest[1]));
    PointerCounts counts{falling, 0, length};
    if (length > most)
        counts.tooMany = tooLong(pointers, slices, most);
    return counts;
}

} // namespace

} // namespace tscope::compressed

#endif
