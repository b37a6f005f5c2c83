// SPDX-License-Identifier: Apache-2.0
#include "io/zip/inflate.h"

#include <zlib.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define TSCOPE_FOLDS_CRC
#endif

namespace tscope {

namespace {

#if defined(TSCOPE_FOLDS_CRC)

// A sum is the remainder of the bytes as a polynomial, so a stretch of them may be replaced by what is congruent
// to it and shorter (Gopal et al., Fast CRC computation for generic polynomials using PCLMULQDQ, 2009). These are
// the remainders of x^n that carry 128 bits over 512, over 128 and over 64 bits, then the polynomial and its
// inverse, all with the lowest power in the highest bit.
constexpr long long over512High = 0x154442bd4, over512Low = 0x1c6e41596;
constexpr long long over128High = 0x1751997d0, over128Low = 0x0ccaa009e;
constexpr long long over64 = 0x163cd6124;
constexpr long long polynomial = 0x1db710641, inverse = 0x1f7011641;

constexpr std::size_t leastFolded = 64;

__attribute__((target("pclmul,sse4.1"))) inline __m128i folded(__m128i bytes, __m128i by, __m128i next)
{
    const auto low = _mm_clmulepi64_si128(bytes, by, 0x00), high = _mm_clmulepi64_si128(bytes, by, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

// `sum` is not inverted here. Preconditions: at least 64 bytes, a multiple of 16.
__attribute__((target("pclmul,sse4.1"))) std::uint32_t foldedSum(std::span<const std::byte> bytes,
                                                                 std::uint32_t sum)
{
    const auto* at = reinterpret_cast<const __m128i*>(bytes.data());
    const auto* const end = at + bytes.size() / 16;
    __m128i lanes[4];
    for (auto& lane : lanes)
        lane = _mm_loadu_si128(at++);
    lanes[0] = _mm_xor_si128(lanes[0], _mm_cvtsi32_si128(static_cast<int>(sum)));
    const auto by512 = _mm_set_epi64x(over512Low, over512High);
    for (; end - at >= 4; at += 4)
        for (int i = 0; i < 4; ++i)
            lanes[i] = folded(lanes[i], by512, _mm_loadu_si128(at + i));
    const auto by128 = _mm_set_epi64x(over128Low, over128High);
    auto rest = lanes[0];
    for (int i = 1; i < 4; ++i)
        rest = folded(rest, by128, lanes[i]);
    for (; at < end; ++at)
        rest = folded(rest, by128, _mm_loadu_si128(at));
    // From 128 bits to 64, to 32, and by Barrett's way to the remainder.
    const auto halves = _mm_setr_epi32(-1, 0, -1, 0);
    rest = _mm_xor_si128(_mm_srli_si128(rest, 8), _mm_clmulepi64_si128(rest, by128, 0x10));
    rest = _mm_xor_si128(_mm_srli_si128(rest, 4),
                         _mm_clmulepi64_si128(_mm_and_si128(rest, halves), _mm_set_epi64x(0, over64), 0x00));
    const auto barrett = _mm_set_epi64x(inverse, polynomial);
    auto times = _mm_clmulepi64_si128(_mm_and_si128(rest, halves), barrett, 0x10);
    times = _mm_clmulepi64_si128(_mm_and_si128(times, halves), barrett, 0x00);
    return static_cast<std::uint32_t>(_mm_extract_epi32(_mm_xor_si128(rest, times), 1));
}

bool folds()
{
    static const bool can = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
    return can;
}

#endif

} // namespace

std::uint32_t crc32Of(std::span<const std::byte> bytes, std::uint32_t before)
{
#if defined(TSCOPE_FOLDS_CRC)
    if (bytes.size() >= leastFolded && folds()) {
        const auto whole = bytes.first(bytes.size() / 16 * 16);
        before = ~foldedSum(whole, ~before);
        bytes = bytes.subspan(whole.size());
    }
#endif
    return static_cast<std::uint32_t>(
        ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

} // namespace tscope
