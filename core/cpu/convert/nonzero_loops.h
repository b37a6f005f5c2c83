// SPDX-License-Identifier: Apache-2.0
// The loops themselves, included once for each instruction set that they are compiled for. Everything is local to
// the including file and nothing from the library is called: a function shared with the rest of the program
// could end up in the version that not every processor runs.
#include "cpu/convert/nonzero_kernels.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace tscope::cpu {

namespace {

constexpr std::int64_t ahead = 8192; // bytes that are asked for before they are looked at, to the second cache

template <class W>
inline W wordAt(const std::byte* words, std::int64_t at)
{
    W word;
    __builtin_memcpy(&word, words + at * static_cast<std::int64_t>(sizeof(W)), sizeof word);
    return word;
}

template <class W, class I>
inline std::int64_t keepOneByOne(const std::byte* words, std::int64_t begin, std::int64_t end, W mask, I first,
                                 I* numbers, std::byte* kept, std::int64_t count)
{
    for (auto i = begin; i < end; ++i) {
        const auto word = wordAt<W>(words, i);
        numbers[count] = static_cast<I>(first + static_cast<I>(i));
        __builtin_memcpy(kept + count * static_cast<std::int64_t>(sizeof(W)), &word, sizeof word);
        count += (word & mask) != 0 ? 1 : 0;
    }
    return count;
}

#if defined(__AVX2__)

// Bit i: whether word i of 64 is not zero.
template <class W>
inline std::uint64_t nonzeroBits(const std::byte* words, W mask)
{
    std::uint64_t bits = 0;
#if defined(__AVX512F__)
    constexpr int lanes = 64 / sizeof(W);
    for (int part = 0; part < static_cast<int>(sizeof(W)); ++part) {
        const auto in = _mm512_loadu_si512(words + part * 64);
        std::uint64_t found = 0;
        if constexpr (sizeof(W) == 1)
            found = _mm512_test_epi8_mask(in, _mm512_set1_epi8(static_cast<char>(mask)));
        else if constexpr (sizeof(W) == 2)
            found = _mm512_test_epi16_mask(in, _mm512_set1_epi16(static_cast<short>(mask)));
        else if constexpr (sizeof(W) == 4)
            found = _mm512_test_epi32_mask(in, _mm512_set1_epi32(static_cast<int>(mask)));
        else
            found = _mm512_test_epi64_mask(in, _mm512_set1_epi64(static_cast<long long>(mask)));
        bits |= found << (part * lanes % 64);
    }
#else
    constexpr int lanes = 32 / sizeof(W);
    const auto zero = _mm256_setzero_si256();
    for (int part = 0; part < 2 * static_cast<int>(sizeof(W)); ++part) {
        const auto in = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + part * 32));
        std::uint32_t zeros = 0;
        if constexpr (sizeof(W) == 1) {
            const auto left = _mm256_and_si256(in, _mm256_set1_epi8(static_cast<char>(mask)));
            zeros = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(left, zero)));
        } else if constexpr (sizeof(W) == 2) {
            const auto left = _mm256_and_si256(in, _mm256_set1_epi16(static_cast<short>(mask)));
            const auto equal = _mm256_cmpeq_epi16(left, zero);
            const auto packed = _mm_packs_epi16(_mm256_castsi256_si128(equal), _mm256_extracti128_si256(equal, 1));
            zeros = static_cast<std::uint32_t>(_mm_movemask_epi8(packed));
        } else if constexpr (sizeof(W) == 4) {
            const auto left = _mm256_and_si256(in, _mm256_set1_epi32(static_cast<int>(mask)));
            zeros = static_cast<std::uint32_t>(
                _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(left, zero))));
        } else {
            const auto left = _mm256_and_si256(in, _mm256_set1_epi64x(static_cast<long long>(mask)));
            zeros = static_cast<std::uint32_t>(
                _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(left, zero))));
        }
        const std::uint64_t found = ~zeros & ((std::uint64_t{1} << lanes) - 1);
        bits |= found << (part * lanes % 64);
    }
#endif
    return bits;
}

// Appends the words of 64 that `bits` tells.
template <class W, class I>
inline std::int64_t keepBits(const std::byte* words, std::uint64_t bits, I first, I* numbers, std::byte* kept,
                             std::int64_t count)
{
#if defined(__AVX512F__)
    if constexpr (sizeof(W) == 4 || sizeof(W) == 8) {
        constexpr int lanes = 64 / sizeof(W);
        for (int part = 0; part < static_cast<int>(sizeof(W)); ++part) {
            const auto found = bits >> (part * lanes);
            const auto in = _mm512_loadu_si512(words + part * 64);
            auto* to = kept + count * static_cast<std::int64_t>(sizeof(W));
            const auto start = static_cast<I>(first + static_cast<I>(part * lanes));
            if constexpr (sizeof(W) == 4)
                _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(found), in));
            else
                _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(static_cast<__mmask8>(found), in));
            if constexpr (sizeof(W) == 4 && sizeof(I) == 4) {
                const auto steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
                const auto all = _mm512_add_epi32(steps, _mm512_set1_epi32(start));
                _mm512_storeu_si512(numbers + count,
                                    _mm512_maskz_compress_epi32(static_cast<__mmask16>(found), all));
                count += __builtin_popcountll(found & 0xffff);
            } else {
                const auto steps = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
                const auto steps32 = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
                for (int half = 0; half < lanes / 8; ++half) {
                    const auto eight = static_cast<__mmask8>(found >> (8 * half));
                    const auto from = static_cast<I>(start + static_cast<I>(8 * half));
                    if constexpr (sizeof(I) == 8)
                        _mm512_storeu_si512(
                            numbers + count,
                            _mm512_maskz_compress_epi64(eight, _mm512_add_epi64(steps, _mm512_set1_epi64(from))));
                    else
                        _mm256_storeu_si256(reinterpret_cast<__m256i*>(numbers + count),
                                            _mm256_maskz_compress_epi32(
                                                eight, _mm256_add_epi32(steps32, _mm256_set1_epi32(from))));
                    count += __builtin_popcount(eight);
                }
            }
        }
        return count;
    }
#endif
    for (; bits != 0; bits &= bits - 1) {
        const auto i = __builtin_ctzll(bits);
        const auto word = wordAt<W>(words, i);
        numbers[count] = static_cast<I>(first + static_cast<I>(i));
        __builtin_memcpy(kept + count * static_cast<std::int64_t>(sizeof(W)), &word, sizeof word);
        ++count;
    }
    return count;
}

template <class W, class I>
std::int64_t keep(const std::byte* words, std::int64_t count, std::uint64_t mask, I first, I* numbers,
                  std::byte* kept)
{
    std::int64_t found = 0, done = 0;
    for (; done + 64 <= count; done += 64) {
        const auto* from = words + done * static_cast<std::int64_t>(sizeof(W));
        for (int line = 0; line < static_cast<int>(sizeof(W)); ++line)
            __builtin_prefetch(from + ahead + 64 * line, 0, 2);
        if (const auto bits = nonzeroBits<W>(from, static_cast<W>(mask)); bits != 0)
            found = keepBits<W>(from, bits, static_cast<I>(first + static_cast<I>(done)), numbers, kept, found);
    }
    return keepOneByOne<W>(words, done, count, static_cast<W>(mask), first, numbers, kept, found);
}

#else

template <class W, class I>
std::int64_t keep(const std::byte* words, std::int64_t count, std::uint64_t mask, I first, I* numbers,
                  std::byte* kept)
{
    return keepOneByOne<W>(words, 0, count, static_cast<W>(mask), first, numbers, kept, 0);
}

#endif

template <class I>
std::int64_t changes(const I* values, std::int64_t count, I first, I* numbers)
{
    std::int64_t found = 0, done = 0;
#if defined(__AVX512F__)
    constexpr int lanes = 64 / sizeof(I);
    for (; done + lanes <= count; done += lanes) {
        __builtin_prefetch(values + done + ahead / static_cast<std::int64_t>(sizeof(I)), 0, 2);
        const auto here = _mm512_loadu_si512(values + done), before = _mm512_loadu_si512(values + done - 1);
        const auto start = static_cast<I>(first + static_cast<I>(done));
        if constexpr (sizeof(I) == 4) {
            const auto steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            const auto changed = _mm512_cmpneq_epi32_mask(here, before);
            const auto all = _mm512_add_epi32(steps, _mm512_set1_epi32(start));
            _mm512_storeu_si512(numbers + found, _mm512_maskz_compress_epi32(changed, all));
            found += __builtin_popcount(changed);
        } else {
            const auto steps = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
            const auto changed = _mm512_cmpneq_epi64_mask(here, before);
            const auto all = _mm512_add_epi64(steps, _mm512_set1_epi64(start));
            _mm512_storeu_si512(numbers + found, _mm512_maskz_compress_epi64(changed, all));
            found += __builtin_popcount(changed);
        }
    }
#endif
    for (; done < count; ++done) {
        numbers[found] = static_cast<I>(first + static_cast<I>(done));
        found += values[done] != values[done - 1] ? 1 : 0;
    }
    return found;
}

template <class I>
unsigned steps(const I* rows, const I* columns, std::int64_t count)
{
    I falls = 0, repeats = 0; // as wide as what is compared
    for (std::int64_t i = 0; i < count; ++i) {
        const I isSame = rows[i - 1] == rows[i] ? 1 : 0;
        const I fallsBelow = rows[i - 1] > rows[i] ? 1 : 0, fallsHere = columns[i - 1] > columns[i] ? 1 : 0;
        const I repeatsHere = columns[i - 1] == columns[i] ? 1 : 0;
        falls |= static_cast<I>(fallsBelow | (isSame & fallsHere));
        repeats |= static_cast<I>(isSame & repeatsHere);
    }
    return (falls != 0 ? stepFalls : 0) | (repeats != 0 ? stepRepeats : 0);
}

// The first `count` bytes, less than eight, without looking behind them.
inline std::uint64_t shortWord(const std::byte* bytes, std::int64_t count)
{
    std::uint64_t word = 0;
    for (std::int64_t i = 0; i < count; ++i)
        word |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    return word;
}

void mark(const std::byte* bytes, std::int64_t pieces, std::int64_t pieceBytes, std::uint64_t pattern,
          std::uint8_t* flags)
{
    for (std::int64_t piece = 0; piece < pieces; ++piece, bytes += pieceBytes) {
        std::int64_t done = 0;
        std::uint64_t any = 0;
#if defined(__AVX512F__)
        const auto wanted = _mm512_set1_epi64(static_cast<long long>(pattern));
        for (; done + 64 <= pieceBytes; done += 64)
            any |= _mm512_test_epi64_mask(_mm512_loadu_si512(bytes + done), wanted);
#elif defined(__AVX2__)
        const auto wanted = _mm256_set1_epi64x(static_cast<long long>(pattern));
        for (; done + 32 <= pieceBytes; done += 32) {
            const auto in = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + done));
            any |= static_cast<std::uint64_t>(_mm256_testz_si256(in, wanted) == 0 ? 1 : 0);
        }
#endif
        for (; done + 8 <= pieceBytes; done += 8)
            any |= wordAt<std::uint64_t>(bytes + done, 0) & pattern;
        if (done < pieceBytes)
            any |= shortWord(bytes + done, pieceBytes - done) & pattern;
        if (any != 0)
            flags[piece] = 1;
    }
}

constexpr NonzeroKernels kernels{{keep<std::uint8_t, std::int32_t>, keep<std::uint16_t, std::int32_t>,
                                  keep<std::uint32_t, std::int32_t>, keep<std::uint64_t, std::int32_t>},
                                 {keep<std::uint8_t, std::int64_t>, keep<std::uint16_t, std::int64_t>,
                                  keep<std::uint32_t, std::int64_t>, keep<std::uint64_t, std::int64_t>},
                                 mark,
                                 changes<std::int32_t>,
                                 changes<std::int64_t>,
                                 steps<std::int32_t>,
                                 steps<std::int64_t>};

} // namespace

} // namespace tscope::cpu
