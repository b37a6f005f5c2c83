// SPDX-License-Identifier: Apache-2.0
// Entries and pointers counted with AVX2, for tensors that are sound or nearly so: what is compared is packed to
// a byte for each entry, and the starts of slices are marked in bytes too, so that no entry is looked up again.
// What is negative or has more than 31 bits is left to the plain loops. Nothing is fetched ahead: on the
// processors this was measured on (which have no AVX-512) that costs more than it brings.
#pragma once

#include "layouts/compressed/scan/counts_plain.h"

#include <immintrin.h>

#if defined(__AVX2__) // nothing to anyone else

namespace tscope::compressed {

namespace {

inline __m256i loaded(const void* from)
{
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

// The same for what is used twice: g++ 12 would load it for each use, and loads are what these loops wait for.
inline __m256i loadedOnce(const void* from)
{
    auto vector = loaded(from);
    asm("" : "+x"(vector));
    return vector;
}

// One vector of indices of type T. What comparisons say of a block of them, said(v) of its vector v, is packed to
// a byte of 0 or -1 each, in order: while they are made, so that all vectors stay in registers.
template <class T>
struct Lanes;

constexpr std::int64_t blockEntries = 32;

template <>
struct Lanes<std::int32_t> {
    static constexpr int count = 8;

    static __m256i above(__m256i a, __m256i b) { return _mm256_cmpgt_epi32(a, b); }
    static __m256i minus(__m256i a, __m256i b) { return _mm256_sub_epi32(a, b); }
    template <class F>
    static __m256i packed(F&& said)
    {
        const auto a = said(0), b = said(1), low = _mm256_packs_epi32(a, b);
        const auto c = said(2), d = said(3), high = _mm256_packs_epi32(c, d);
        return _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high),
                                           _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    }
};

template <>
struct Lanes<std::int64_t> {
    static constexpr int count = 4;

    static __m256i above(__m256i a, __m256i b) { return _mm256_cmpgt_epi64(a, b); }
    static __m256i minus(__m256i a, __m256i b) { return _mm256_sub_epi64(a, b); }
    template <class F>
    static __m256i packed(F&& said)
    {
        const auto a = half(said, 0), b = half(said, 2), low = _mm256_packs_epi32(a, b);
        const auto c = half(said, 4), d = half(said, 6), high = _mm256_packs_epi32(c, d);
        const auto pairs = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0b11'01'10'00);
        // Each half holds the first two entries of four vectors, then the last two of them.
        const auto order = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, //
                                            0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
        return _mm256_shuffle_epi8(pairs, order);
    }

private:
    template <class F>
    static __m256i half(F&& said, int vector)
    {
        const auto a = said(vector), b = said(vector + 1);
        return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
    }
};

// The largest of numbers of type T that are taken in as unsigned 32-bit words: exact as long as none is negative
// or has more than 31 bits.
template <class T>
class LargestSmall
{
public:
    void look(__m256i value, int chain) { m_words[chain] = _mm256_max_epu32(m_words[chain], value); }
    // The number; -1 when some number was not small.
    std::int64_t largest() const
    {
        std::uint32_t words[8];
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), _mm256_max_epu32(m_words[0], m_words[1]));
        std::uint32_t number = 0, above = 0;
        for (int word = 0; word < 8; ++word) {
            auto& most = sizeof(T) == 8 && word % 2 == 1 ? above : number;
            most = most < words[word] ? words[word] : most;
        }
        return above == 0 && number <= 0x7fffffffu ? static_cast<std::int64_t>(number) : -1;
    }

    static constexpr int chains = 2; // so that one vector need not wait for the one before

private:
    __m256i m_words[chains] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
};

struct Disorders {
    std::int64_t all = 0, atStarts = 0;
};

// The neighbours before a block's entries and these; `mask` has a bit for each entry that counts.
template <Order order, class T>
inline void lookAtBlock(const T* values, const std::uint8_t* marks, std::uint32_t mask, LargestSmall<T>& largest,
                        Disorders& disorders)
{
    using L = Lanes<T>;
    const auto bytes = L::packed([&](int v) {
        const auto value = loadedOnce(values + v * L::count), before = loaded(values + v * L::count - 1);
        largest.look(value, v % 2);
        return order == Order::strict ? L::above(value, before) : L::above(before, value);
    });
    const auto starts = loaded(marks);
    const auto isDisorder = static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
    disorders.all += __builtin_popcount((order == Order::strict ? ~isDisorder : isDisorder) & mask);
    const auto both =
        order == Order::strict ? _mm256_andnot_si256(bytes, starts) : _mm256_and_si256(bytes, starts);
    disorders.atStarts += __builtin_popcount(static_cast<std::uint32_t>(_mm256_movemask_epi8(both)) & mask);
}

// So many entries are looked at between two looks at pointers: their marks stay in the nearest cache.
constexpr std::int64_t leap = 2048;

// Marks the entries at which pointers point, up to `end`; returns how many pointers these are.
template <class T>
inline std::int64_t markStarts(const T* pointers, std::int64_t count, std::int64_t begin, std::int64_t end,
                               std::uint8_t* marks)
{
    std::int64_t i = 0;
    for (; i + 8 <= count && pointers[i + 7] < end; i += 8)
        for (int k = 0; k < 8; ++k)
            marks[pointers[i + k] - begin] = 0xff;
    for (; i < count && pointers[i] < end; ++i)
        marks[pointers[i] - begin] = 0xff;
    return i;
}

template <Order order, class T>
EntryCounts smallEntryCounts(const T* values, std::int64_t count, const Starts<T>& starts)
{
    const T* pointers = starts.pointers;
    auto slices = starts.slices;
    // Slices at the end that are empty start where no other does: the rest of what starts alike is marked once.
    while (slices > 0 && pointers[slices - 1] == pointers[slices])
        --slices;
    Disorders disorders;
    if (slices > 0 && pointers[0] == starts.origin)
        disorders.atStarts += isDisorder<order>(values[-1], values[0]) ? 1 : 0;
    for (; slices > 0 && pointers[0] == starts.origin; --slices)
        ++pointers;

    LargestSmall<T> largest;
    alignas(32) std::uint8_t room[blockEntries + leap + blockEntries] = {};
    auto* marks = room + blockEntries; // of the entries of one leap
    for (std::int64_t begin = 1; begin < count;) {
        const auto end = count - begin < leap ? count : begin + leap;
        const auto marked = markStarts(pointers, slices, starts.origin + begin, starts.origin + end, marks);
        pointers += marked;
        slices -= marked;
        std::int64_t i = begin;
        for (; i + blockEntries <= end; i += blockEntries) {
            lookAtBlock<order>(values + i, marks + (i - begin), ~std::uint32_t{0}, largest, disorders);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(marks + (i - begin)), _mm256_setzero_si256());
        }
        if (i < end) { // the last block once more, for what was not looked at
            const auto last = count - blockEntries;
            lookAtBlock<order>(values + last, marks + (last - begin), ~std::uint32_t{0} << (i - last), largest,
                               disorders);
        }
        begin = end;
    }
    const T first = values[0];
    const auto most = largest.largest();
    if (most >= 0 && first >= 0)
        return {disorders.all, most < first ? static_cast<std::int64_t>(first) : most, false, disorders.atStarts};
    T signs = 0, highest = first;
    for (std::int64_t k = 0; k < count; ++k) {
        signs |= values[k];
        highest = highest < values[k] ? values[k] : highest;
    }
    return {disorders.all, highest, signs < 0, disorders.atStarts};
}

template <Order order, bool countsOutside, class T>
EntryCounts entryCounts(const T* values, std::int64_t count, const Starts<T>& starts, T limit)
{
    if (countsOutside || count <= blockEntries)
        return plainEntryCounts<order, countsOutside>(values, count, starts, limit);
    return smallEntryCounts<order>(values, count, starts);
}

template <class T>
PointerCounts pointerCounts(const T* pointers, std::int64_t slices, std::uint64_t limit)
{
    using L = Lanes<T>;
    // Where the pointers are small, a difference is small only if it is no fall: wrapped around, it would be more.
    LargestSmall<T> longest, last;
    const auto look = [&](std::int64_t at, int chain) {
        const auto begin = loaded(pointers + at), end = loadedOnce(pointers + at + 1);
        longest.look(L::minus(end, begin), chain);
        last.look(end, chain);
    };
    constexpr std::int64_t step = 2 * L::count;
    std::int64_t i = 0;
    for (; i + step <= slices; i += step) {
        look(i, 0);
        look(i + L::count, 1);
    }
    const auto length = longest.largest();
    const bool areSmall = pointers[0] >= 0 && last.largest() >= pointers[0] && length >= 0;
    if (i > 0 && (!areSmall || static_cast<std::uint64_t>(length) > limit))
        return plainPointerCounts(pointers, slices, limit);
    auto counts = plainPointerCounts(pointers + i, slices - i, limit);
    if (counts.longest < static_cast<std::uint64_t>(length))
        counts.longest = static_cast<std::uint64_t>(length);
    return counts;
}

} // namespace

} // namespace tscope::compressed

#endif
