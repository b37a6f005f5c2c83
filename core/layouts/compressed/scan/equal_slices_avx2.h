// SPDX-License-Identifier: Apache-2.0
// Equally long slices, as blocks, stencils and diagonals have them: where they start follows from one number, so
// that nothing is marked.
#pragma once

#include "layouts/compressed/scan/lanes_avx2.h"

#if defined(__AVX2__) // nothing to anyone else

namespace tscope::compressed {

namespace {

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

// Entries [at, end) by whole groups of vectors after which slices start alike again: so the neighbours are counted
// lane by lane, and which lanes are starts is asked at the end. `ahead` entries of the slice around `at` are
// before it. Returns where it stopped. Not inlined, as the loops below: in one large function their sums would not
// stay in registers.
template <Order order, int period, class T, class Seen>
[[gnu::noinline]] std::int64_t lookByPeriods(const T* values, std::int64_t at, std::int64_t end,
                                             std::int64_t length, std::int64_t ahead, Seen& seen,
                                             Disorders& disorders)
{
    using L = Lanes<T>;
    constexpr int repeats = period == 1 ? 4 : 2;
    constexpr int vectors = period * repeats;
    auto numbers = seen.vectors; // locals stay in registers
    __m256i compared[period];    // a comparison that holds is -1 in its lane
    for (auto& count : compared)
        count = _mm256_setzero_si256();
    std::int64_t rounds = 0;
    auto last = loaded(values + at - L::count);
    for (; at + vectors * L::count <= end; at += vectors * L::count, rounds += repeats)
        for (int v = 0; v < vectors; ++v) {
            const auto value = loadedOnce(values + at + v * L::count);
            // Every second vector begins a cache line: what is before it would be a load of two lines.
            const auto before = v % 2 == 0 ? L::before(last, value) : loaded(values + at + v * L::count - 1);
            last = value;
            numbers.look(value, v % 2);
            compared[v % period] = L::minus(
                compared[v % period], order == Order::strict ? L::above(value, before) : L::above(before, value));
        }
    seen.vectors = numbers;
    for (int v = 0; v < period; ++v) {
        T lanes[L::count];
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes), compared[v]);
        for (const auto lane : lanes) {
            const auto found = order == Order::strict ? rounds - lane : std::int64_t{lane};
            disorders.all += found;
            disorders.atStarts += ahead == 0 ? found : 0;
            ahead = ahead + 1 == length ? 0 : ahead + 1;
        }
    }
    return at;
}

// The same by blocks, for slices of any length up to a block's.
template <Order order, class T, class Seen>
[[gnu::noinline]] std::int64_t lookByBlocks(const T* values, std::int64_t at, std::int64_t end,
                                            std::int64_t length, std::int64_t ahead, Seen& seen,
                                            Disorders& disorders)
{
    auto numbers = seen.vectors; // locals stay in registers
    std::int64_t all = 0, atStarts = 0;
    std::uint64_t starts = 0; // of two blocks
    for (std::int64_t entry = 0; entry < 2 * blockEntries; entry += length)
        starts |= std::uint64_t{1} << entry;
    for (; at + blockEntries <= end; at += blockEntries) {
        auto isDisorder = static_cast<std::uint32_t>(_mm256_movemask_epi8(compared<order>(values + at, numbers)));
        if (order == Order::strict)
            isDisorder = ~isDisorder;
        const auto next = ahead == 0 ? 0 : length - ahead; // entries before the next start
        all += __builtin_popcount(isDisorder);
        atStarts += __builtin_popcount(isDisorder & static_cast<std::uint32_t>(starts << next));
        ahead += blockEntries % length;
        ahead -= ahead < length ? 0 : length;
    }
    seen.vectors = numbers;
    disorders.all += all;
    disorders.atStarts += atStarts;
    return at;
}

// The neighbours within [begin, end), at least three blocks long and not the first that there are, up to near its
// end, where a slice starts at `begin` and after each `length` more; returns where it stopped.
template <Order order, class T, class Seen>
inline std::int64_t lookAtEqualSlices(const T* values, std::int64_t begin, std::int64_t end, std::int64_t length,
                                      Seen& seen, Disorders& disorders)
{
    auto at = begin;
    std::int64_t ahead = 0; // entries of the slice around `at` that are before it
    for (; at < Lanes<T>::count || reinterpret_cast<std::uintptr_t>(values + at) % (2 * sizeof(__m256i)) != 0;
         ++at) {
        if (isDisorder<order>(values[at - 1], values[at])) {
            ++disorders.all;
            disorders.atStarts += ahead == 0 ? 1 : 0;
        }
        ahead = ahead + 1 == length ? 0 : ahead + 1;
    }
    seen.rest(values, begin, at);
    constexpr std::int64_t lanes = Lanes<T>::count;               // a power of two
    const auto twos = static_cast<std::uint64_t>(length | lanes); // divided by the twos that they share
    switch (length >> __builtin_ctzll(twos)) {
    case 1:
        return lookByPeriods<order, 1>(values, at, end, length, ahead, seen, disorders);
    case 2:
        return lookByPeriods<order, 2>(values, at, end, length, ahead, seen, disorders);
    case 3:
        return lookByPeriods<order, 3>(values, at, end, length, ahead, seen, disorders);
    default: // more counts than there are registers
        return lookByBlocks<order>(values, at, end, length, ahead, seen, disorders);
    }
}

// Of how many slices from the first on it is known that they are as long as the first: by whole groups of vectors,
// with one load for each, where the pointers are small.
template <class T>
inline std::int64_t slicesLikeTheFirst(const T* pointers, std::int64_t slices)
{
    using L = Lanes<T>;
    constexpr int vectors = 4;
    constexpr std::int64_t group = vectors * L::count;
    constexpr T small = T{1} << 28;
    if (slices < 2 * group || pointers[0] < 0 || pointers[0] > small || pointers[1] < pointers[0] ||
        pointers[1] - pointers[0] > blockEntries)
        return 0;
    const T length = pointers[1] - pointers[0];
    std::int64_t i = 0;
    for (; reinterpret_cast<std::uintptr_t>(pointers + i + 1) % sizeof(__m256i) != 0; ++i)
        if (pointers[i + 1] != pointers[i] + length)
            return i;
    T lanes[group], steps[L::count];
    for (std::int64_t k = 0; k < group; ++k)
        lanes[k] = pointers[0] + length * static_cast<T>(i + k + 1);
    for (auto& step : steps)
        step = length * static_cast<T>(group);
    __m256i wanted[vectors];
    for (int v = 0; v < vectors; ++v)
        wanted[v] = loaded(lanes + v * L::count);
    const auto step = loaded(steps);
    const std::int64_t most = slices < small / blockEntries ? slices : small / blockEntries; // none wraps around
    for (; i + group <= most; i += group) {
        auto differ = _mm256_setzero_si256();
        for (int v = 0; v < vectors; ++v) {
            differ = _mm256_or_si256(differ, _mm256_xor_si256(wanted[v], loaded(pointers + i + 1 + v * L::count)));
            wanted[v] = L::plus(wanted[v], step);
        }
        if (!_mm256_testz_si256(differ, differ))
            break;
    }
    return i;
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

} // namespace

} // namespace tscope::compressed

#endif
