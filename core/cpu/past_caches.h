// SPDX-License-Identifier: Apache-2.0
// Stores that go past the caches, for results that are larger than these. Local to the including file, see
// cpu/arithmetic.h.
#pragma once

#include <cstddef>
#include <cstdint>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tscope::cpu {

namespace {

// `to` is a multiple of the vector's size where it goes past the caches.
template <bool pastCaches, class Vector>
inline void storeVector(std::byte* to, Vector value)
{
#if defined(__x86_64__)
    if constexpr (pastCaches) {
#if defined(__AVX512F__)
        if constexpr (sizeof(Vector) == 64) {
            _mm512_stream_si512(reinterpret_cast<__m512i*>(to), reinterpret_cast<__m512i>(value));
            return;
        }
#endif
#if defined(__AVX2__)
        if constexpr (sizeof(Vector) == 32) {
            _mm256_stream_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(value));
            return;
        }
#endif
        if constexpr (sizeof(Vector) == 16) {
            _mm_stream_si128(reinterpret_cast<__m128i*>(to), reinterpret_cast<__m128i>(value));
            return;
        }
    }
#endif
    __builtin_memcpy(to, &value, sizeof value);
}

// What was written past the caches is seen by all from here on.
inline void finishStores()
{
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

} // namespace

} // namespace tscope::cpu
