// SPDX-License-Identifier: Apache-2.0
// Vectors of indices with AVX2, and what their comparisons say packed to a byte for each entry.
#pragma once

#include "layouts/compressed/scan/kernel_basics.h"

#include <immintrin.h>
#include <limits>

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

// The upper half of one vector and the lower half of the next.
inline __m256i bridge(__m256i last, __m256i next)
{
    return _mm256_permute2x128_si256(last, next, 0x21);
}

// One vector of indices of type T; before(): what stands one entry before each of `v`, that follows on `last`.
// What comparisons say of a block of them, said(v) of its vector v, is packed to a byte of 0 or -1 each, in order:
// while they are made, so that all vectors stay in registers.
template <class T>
struct Lanes;

constexpr std::int64_t blockEntries = 32;

template <>
struct Lanes<std::int32_t> {
    static constexpr int count = 8;

    static __m256i above(__m256i a, __m256i b) { return _mm256_cmpgt_epi32(a, b); }
    static __m256i larger(__m256i a, __m256i b) { return _mm256_max_epi32(a, b); }
    static __m256i all(std::int32_t number) { return _mm256_set1_epi32(number); }
    static __m256i minus(__m256i a, __m256i b) { return _mm256_sub_epi32(a, b); }
    static __m256i plus(__m256i a, __m256i b) { return _mm256_add_epi32(a, b); }
    static __m256i before(__m256i last, __m256i v) { return _mm256_alignr_epi8(v, bridge(last, v), 12); }
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
    static __m256i larger(__m256i a, __m256i b) { return _mm256_blendv_epi8(a, b, above(b, a)); }
    static __m256i all(std::int64_t number) { return _mm256_set1_epi64x(number); }
    static __m256i minus(__m256i a, __m256i b) { return _mm256_sub_epi64(a, b); }
    static __m256i plus(__m256i a, __m256i b) { return _mm256_add_epi64(a, b); }
    static __m256i before(__m256i last, __m256i v) { return _mm256_alignr_epi8(v, bridge(last, v), 8); }
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
    struct Vectors {
        __m256i words[2] = { // so that one vector need not wait for the one before
            _mm256_setzero_si256(), _mm256_setzero_si256()};

        void look(__m256i value, int chain) { words[chain] = _mm256_max_epu32(words[chain], value); }
    };
    Vectors vectors;

    // Entries [begin, end) of a window, fewer than a block, that no vector held; those around them may be looked
    // at twice. Precondition: the window is a block long.
    void rest(const T* values, std::int64_t /*begin*/, std::int64_t end)
    {
        const auto from = end < blockEntries ? 0 : end - blockEntries;
        for (std::int64_t k = 0; k < blockEntries; k += Lanes<T>::count)
            vectors.look(loaded(values + from + k), 0);
    }
    // The number; -1 when some number was not small.
    std::int64_t largest() const
    {
        std::uint32_t words[8];
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(words),
                            _mm256_max_epu32(vectors.words[0], vectors.words[1]));
        std::uint32_t number = 0, above = 0;
        for (int word = 0; word < 8; ++word) {
            auto& most = sizeof(T) == 8 && word % 2 == 1 ? above : number;
            most = most < words[word] ? words[word] : most;
        }
        return above == 0 && number <= 0x7fffffffu ? static_cast<std::int64_t>(number) : -1;
    }
};

// How many numbers are negative and how many at least a limit, which is not the least number of all; the largest.
template <class T>
class OutsideCounts
{
public:
    using L = Lanes<T>;

    OutsideCounts(T first, T limit) : m_limit(limit)
    {
        vectors.most = L::all(limit - 1);
        vectors.highest[0] = vectors.highest[1] = L::all(first);
    }

    // What loops hold in registers.
    struct Vectors {
        __m256i negative = _mm256_setzero_si256(), tooLarge = negative, most, highest[2];

        void look(__m256i value, int chain)
        {
            negative = L::minus(negative, L::above(_mm256_setzero_si256(), value));
            tooLarge = L::minus(tooLarge, L::above(value, most));
            highest[chain] = L::larger(highest[chain], value);
        }
    };
    Vectors vectors;

    void rest(const T* values, std::int64_t begin, std::int64_t end)
    {
        for (auto i = begin; i < end; ++i) {
            m_alone.negative += values[i] < 0 ? 1 : 0;
            m_alone.tooLarge += values[i] >= m_limit ? 1 : 0;
            m_alone.largest = m_alone.largest < values[i] ? values[i] : m_alone.largest;
        }
    }

    struct Sums {
        std::int64_t negative = 0, tooLarge = 0;
        T largest = std::numeric_limits<T>::min();
    };
    Sums sums() const
    {
        auto sums = m_alone;
        T negative[L::count], tooLarge[L::count], highest[L::count];
        store(negative, vectors.negative);
        store(tooLarge, vectors.tooLarge);
        store(highest, L::larger(vectors.highest[0], vectors.highest[1]));
        for (int lane = 0; lane < L::count; ++lane) {
            sums.negative += negative[lane];
            sums.tooLarge += tooLarge[lane];
            sums.largest = sums.largest < highest[lane] ? highest[lane] : sums.largest;
        }
        return sums;
    }

private:
    static void store(T* lanes, __m256i vector) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes), vector); }

    T m_limit;
    Sums m_alone; // of those that no vector held
};

// Numbers that are looked at by other means.
struct LookedAtElsewhere {
    void look(__m256i /*value*/, int /*chain*/) {}
};

struct Disorders {
    std::int64_t all = 0, atStarts = 0;
};

// Which of a block's neighbours are out of order: a byte of 0 or -1 for each entry, or the contrary where the
// order is strict. `seen` looks at each number too.
template <Order order, class T, class Seen>
inline __m256i compared(const T* values, Seen& seen)
{
    using L = Lanes<T>;
    return L::packed([&](int v) {
        const auto value = loadedOnce(values + v * L::count), before = loaded(values + v * L::count - 1);
        seen.look(value, v % 2);
        return order == Order::strict ? L::above(value, before) : L::above(before, value);
    });
}

} // namespace

} // namespace tscope::compressed

#endif
