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

// Which of a block's neighbours are out of order: a byte of 0 or -1 for each entry, or the contrary where the
// order is strict.
template <Order order, class T>
inline __m256i compared(const T* values, LargestSmall<T>& largest)
{
    using L = Lanes<T>;
    return L::packed([&](int v) {
        const auto value = loadedOnce(values + v * L::count), before = loaded(values + v * L::count - 1);
        largest.look(value, v % 2);
        return order == Order::strict ? L::above(value, before) : L::above(before, value);
    });
}

// The neighbours before a block's entries and these; `mask` has a bit for each entry that counts.
template <Order order, class T>
inline void lookAtBlock(const T* values, const std::uint8_t* marks, std::uint32_t mask, LargestSmall<T>& largest,
                        Disorders& disorders)
{
    const auto bytes = compared<order>(values, largest);
    const auto starts = loaded(marks);
    const auto isDisorder = static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
    disorders.all += __builtin_popcount((order == Order::strict ? ~isDisorder : isDisorder) & mask);
    const auto both =
        order == Order::strict ? _mm256_andnot_si256(bytes, starts) : _mm256_and_si256(bytes, starts);
    disorders.atStarts += __builtin_popcount(static_cast<std::uint32_t>(_mm256_movemask_epi8(both)) & mask);
}

constexpr std::int64_t fewestEqual = 16; // with fewer there is nothing to win

// How many slices from the first on are as long as the longest of all: found in a few looks, as what one of them
// lacks no later one makes good.
template <class T>
inline std::int64_t equalSlices(const T* pointers, std::int64_t slices, std::int64_t longest)
{
    const auto areEqual = [&](std::int64_t many) { return pointers[many] - pointers[0] == many * longest; };
    std::int64_t low = 0, step = fewestEqual;
    for (; low + step <= slices && areEqual(low + step); step *= 2)
        low += step;
    if (low == 0)
        return 0;
    while (step > 1) {
        step /= 2;
        if (low + step <= slices && areEqual(low + step))
            low += step;
    }
    return low;
}

// The neighbours within [begin, end), at least two blocks long, up to where the last whole block ends, where a
// slice starts at `begin` and after each `length` more; returns where it stopped.
template <Order order, class T>
inline std::int64_t lookAtEqualSlices(const T* values, std::int64_t begin, std::int64_t end, std::int64_t length,
                                      LargestSmall<T>& largest, Disorders& disorders)
{
    auto most = largest; // locals stay in registers
    std::int64_t all = 0, atStarts = 0;
    std::uint64_t starts = 0; // of two blocks
    for (std::int64_t at = 0; at < 2 * blockEntries; at += length)
        starts |= std::uint64_t{1} << at;
    auto at = begin;
    for (; reinterpret_cast<std::uintptr_t>(values + at) % sizeof(__m256i) != 0; ++at)
        if (isDisorder<order>(values[at - 1], values[at])) {
            ++all;
            atStarts += (at - begin) % length == 0 ? 1 : 0;
        }
    most.look(loaded(values + begin), 0);
    auto ahead = (at - begin) % length; // entries of the slice around `at` that are before it
    for (; at + blockEntries <= end; at += blockEntries) {
        auto isDisorder = static_cast<std::uint32_t>(_mm256_movemask_epi8(compared<order>(values + at, most)));
        if (order == Order::strict)
            isDisorder = ~isDisorder;
        const auto next = ahead == 0 ? 0 : length - ahead; // entries before the next start
        all += __builtin_popcount(isDisorder);
        atStarts += __builtin_popcount(isDisorder & static_cast<std::uint32_t>(starts << next));
        ahead += blockEntries % length;
        ahead -= ahead < length ? 0 : length;
    }
    largest = most;
    disorders.all += all;
    disorders.atStarts += atStarts;
    return at;
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

// The neighbours within [begin, end), no more than one leap, where slices start at the marks.
template <Order order, class T>
inline void lookAtMarked(const T* values, std::int64_t begin, std::int64_t end, const std::uint8_t* marks,
                         LargestSmall<T>& largest, Disorders& disorders)
{
    auto i = begin;
    auto most = largest; // locals stay in registers
    Disorders found;
    for (; i + blockEntries <= end; i += blockEntries)
        lookAtBlock<order>(values + i, marks + (i - begin), ~std::uint32_t{0}, most, found);
    largest = most;
    disorders.all += found.all;
    disorders.atStarts += found.atStarts;
    if (i == end)
        return;
    if (const auto last = end - blockEntries; last > 0) { // the last block once more, for what was not looked at
        lookAtBlock<order>(values + last, marks + (last - begin), ~std::uint32_t{0} << (i - last), largest,
                           disorders);
    } else { // so near the window's first entry that it has a block to itself
        for (auto k = i; k < end; ++k)
            if (isDisorder<order>(values[k - 1], values[k])) {
                ++disorders.all;
                disorders.atStarts += marks[k - begin] != 0 ? 1 : 0;
            }
        for (std::int64_t k = 0; k < blockEntries; k += Lanes<T>::count)
            largest.look(loaded(values + k), 0);
    }
}

// Equally long slices, enough of them for a loop of their own, `skipped` slices ahead; else none.
struct EqualSlices {
    std::int64_t skipped = 0, entries = 0;
};

template <class T>
inline EqualSlices equalSlicesNear(const T* pointers, std::int64_t slices, std::int64_t longest)
{
    if (longest > blockEntries)
        return {};
    for (std::int64_t skipped = 0; skipped < 4 && skipped + fewestEqual <= slices; ++skipped)
        if (const auto many = equalSlices(pointers + skipped, slices - skipped, longest);
            many * longest >= 4 * blockEntries)
            return {skipped, many * longest};
    return {};
}

// The neighbours within the window; every slice starts behind its first entry, and the last is not empty.
template <Order order, class T>
inline Disorders disordersAmong(const T* values, std::int64_t count, const Starts<T>& starts,
                                LargestSmall<T>& largest)
{
    const T* pointers = starts.pointers;
    auto slices = starts.slices;
    Disorders disorders;
    // Of the entries of one leap. What is beside them may be looked at, but is not counted.
    alignas(32) std::uint8_t room[blockEntries + leap + blockEntries];
    _mm256_store_si256(reinterpret_cast<__m256i*>(room), _mm256_setzero_si256());
    auto* marks = room + blockEntries;
    for (std::int64_t begin = 1; begin < count;) {
        const auto stop = count - begin < leap ? count : begin + leap;
        const auto equal = equalSlicesNear(pointers, slices, starts.longest);
        const auto equalBegin = equal.entries > 0 ? pointers[equal.skipped] - starts.origin : count;
        const auto end = equalBegin < stop ? equalBegin : stop;
        for (std::int64_t i = 0; i < end - begin; i += blockEntries)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(marks + i), _mm256_setzero_si256());
        const auto marked = markStarts(pointers, slices, starts.origin + begin, starts.origin + end, marks);
        pointers += marked;
        slices -= marked;
        lookAtMarked<order>(values, begin, end, marks, largest, disorders);
        begin = end;
        if (equal.entries > 0 &&
            begin == equalBegin) { // all but the last of these slices end in the window: some blocks are whole
            const auto equalEnd = begin + equal.entries < count ? begin + equal.entries : count;
            begin = lookAtEqualSlices<order>(values, equalBegin, equalEnd, starts.longest, largest, disorders);
            const auto started = (begin - equalBegin + starts.longest - 1) / starts.longest;
            pointers += started;
            slices -= started;
        }
    }
    return disorders;
}

template <Order order, class T>
EntryCounts smallEntryCounts(const T* values, std::int64_t count, Starts<T> starts)
{
    auto& [pointers, slices, origin, longest] = starts;
    // Slices at the end that are empty start where no other does: the rest of what starts alike is marked once.
    while (slices > 0 && pointers[slices - 1] == pointers[slices])
        --slices;
    const auto atFirst = slices > 0 && pointers[0] == origin && isDisorder<order>(values[-1], values[0]) ? 1 : 0;
    for (; slices > 0 && pointers[0] == origin; --slices)
        ++pointers;
    LargestSmall<T> largest;
    const auto disorders = disordersAmong<order>(values, count, starts, largest);
    const T first = values[0];
    const auto most = largest.largest();
    if (most >= 0 && first >= 0)
        return {disorders.all, most < first ? static_cast<std::int64_t>(first) : most, false,
                disorders.atStarts + atFirst};
    T signs = 0, highest = first;
    for (std::int64_t k = 0; k < count; ++k) {
        signs |= values[k];
        highest = highest < values[k] ? values[k] : highest;
    }
    return {disorders.all, highest, signs < 0, disorders.atStarts + atFirst};
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
