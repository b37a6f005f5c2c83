// SPDX-License-Identifier: Apache-2.0
// Entries and pointers counted with AVX2, for tensors that are sound or nearly so: what is compared is packed to
// a byte for each entry, and the starts of slices are marked in bytes too, so that no entry is looked up again.
// Nothing is fetched ahead: on the processors this was measured on (which have no AVX-512) that costs more than it
// brings.
#pragma once

#include "layouts/compressed/scan/counts_plain.h"
#include "layouts/compressed/scan/equal_slices_avx2.h"

#if defined(__AVX2__) // nothing to anyone else

namespace tscope::compressed {

namespace {

// The neighbours before a block's entries and these; `mask` has a bit for each entry that counts.
template <Order order, class T, class Seen>
inline void lookAtBlock(const T* values, const std::uint8_t* marks, std::uint32_t mask, Seen& seen,
                        Disorders& disorders)
{
    const auto bytes = compared<order>(values, seen);
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

// The neighbours within [begin, end), no more than one leap, where slices start at the marks.
template <Order order, class T, class Seen>
[[gnu::noinline]] void lookAtMarked(const T* values, std::int64_t begin, std::int64_t end,
                                    const std::uint8_t* marks, Seen& seen, Disorders& disorders)
{
    auto i = begin;
    auto numbers = seen.vectors; // locals stay in registers
    Disorders found;
    for (; i + blockEntries <= end; i += blockEntries)
        lookAtBlock<order>(values + i, marks + (i - begin), ~std::uint32_t{0}, numbers, found);
    seen.vectors = numbers;
    disorders.all += found.all;
    disorders.atStarts += found.atStarts;
    if (i == end)
        return;
    seen.rest(values, i, end);
    if (const auto last = end - blockEntries; last > 0) { // the last block once more, for what was not looked at
        LookedAtElsewhere those;
        lookAtBlock<order>(values + last, marks + (last - begin), ~std::uint32_t{0} << (i - last), those,
                           disorders);
    } else { // so near the window's first entry that it has a block to itself
        for (auto k = i; k < end; ++k)
            if (isDisorder<order>(values[k - 1], values[k])) {
                ++disorders.all;
                disorders.atStarts += marks[k - begin] != 0 ? 1 : 0;
            }
    }
}

// The neighbours within the window; every slice starts behind its first entry, and the last is not empty.
template <Order order, class T, class Seen>
inline Disorders disordersAmong(const T* values, std::int64_t count, const Starts<T>& starts, Seen& seen)
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
        const T* const equalFirst = pointers + equal.skipped;
        const auto equalBegin = equal.entries > 0 ? *equalFirst - starts.origin : count;
        const auto end = equalBegin < stop ? equalBegin : stop;
        for (std::int64_t i = 0; i < end - begin; i += blockEntries)
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(marks + i), _mm256_setzero_si256());
        const auto marked = markStarts(pointers, slices, starts.origin + begin, starts.origin + end, marks);
        pointers += marked;
        slices -= marked;
        lookAtMarked<order>(values, begin, end, marks, seen, disorders);
        begin = end;
        if (equal.entries > 0 &&
            begin == equalBegin) { // all but the last of these slices end in the window: some blocks are whole
            const auto equalEnd = begin + equal.entries < count ? begin + equal.entries : count;
            begin = lookAtEqualSlices<order>(values, equalBegin, equalEnd, starts.longest, seen, disorders);
            // Of the slices that start where the first of these does, empty ones may come before it.
            const T* const next = equalFirst + (begin - equalBegin + starts.longest - 1) / starts.longest;
            slices -= next - pointers;
            pointers = next;
        }
    }
    return disorders;
}

// The same of a whole window, and of where its first entry is a start.
template <Order order, class T, class Seen>
Disorders disordersOf(const T* values, std::int64_t count, Starts<T> starts, Seen& seen)
{
    auto& [pointers, slices, origin, longest] = starts;
    // Slices at the end that are empty start where no other does: the rest of what starts alike is marked once.
    while (slices > 0 && pointers[slices - 1] == pointers[slices])
        --slices;
    const auto atFirst = slices > 0 && pointers[0] == origin && isDisorder<order>(values[-1], values[0]) ? 1 : 0;
    for (; slices > 0 && pointers[0] == origin; --slices)
        ++pointers;
    auto disorders = disordersAmong<order>(values, count, starts, seen);
    disorders.atStarts += atFirst;
    return disorders;
}

template <Order order, class T>
EntryCounts smallEntryCounts(const T* values, std::int64_t count, const Starts<T>& starts)
{
    LargestSmall<T> largest;
    const auto disorders = disordersOf<order>(values, count, starts, largest);
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
    if (count <= blockEntries || limit == std::numeric_limits<T>::min())
        return plainEntryCounts<order, countsOutside>(values, count, starts, limit);
    if constexpr (!countsOutside)
        return smallEntryCounts<order>(values, count, starts);
    OutsideCounts<T> numbers(values[0], limit);
    numbers.rest(values, 0, 1);
    const auto disorders = disordersOf<order>(values, count, starts, numbers);
    const auto sums = numbers.sums();
    return {disorders.all, sums.largest, sums.negative > 0, disorders.atStarts, sums.negative, sums.tooLarge};
}

// Of pointers to slices of any length.
template <class T>
PointerCounts mixedPointerCounts(const T* pointers, std::int64_t slices, std::uint64_t limit)
{
    using L = Lanes<T>;
    // Where the pointers are small, a difference is small only if it is no fall: wrapped around, it would be more.
    LargestSmall<T> longest, last;
    const auto look = [&](std::int64_t at, int chain) {
        const auto begin = loaded(pointers + at), end = loadedOnce(pointers + at + 1);
        longest.vectors.look(L::minus(end, begin), chain);
        last.vectors.look(end, chain);
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

template <class T>
PointerCounts pointerCounts(const T* pointers, std::int64_t slices, std::uint64_t limit)
{
    const auto alike = slicesLikeTheFirst(pointers, slices);
    if (alike == 0)
        return mixedPointerCounts(pointers, slices, limit);
    const auto length = static_cast<std::uint64_t>(pointers[1] - pointers[0]);
    auto counts = mixedPointerCounts(pointers + alike, slices - alike, limit);
    counts.tooMany += length > limit ? alike : 0;
    counts.longest = counts.longest < length ? length : counts.longest;
    return counts;
}

} // namespace

} // namespace tscope::compressed

#endif
