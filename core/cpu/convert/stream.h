// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tscope::cpu {

// Stores that go round the caches: for output that is longer than they are and not read soon, this halves what
// moves over the bus. Only whole cache lines go that way; who hands bytes to another thread calls streamEnd()
// before.

inline constexpr std::size_t cacheLine = 64;

inline void streamEnd()
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

inline std::size_t bytesToLine(const std::byte* at)
{
    return -reinterpret_cast<std::uintptr_t>(at) % cacheLine;
}

// `to` is a multiple of 64, `from` lies anywhere.
inline void streamLines(std::byte* to, const std::byte* from, std::size_t lines)
{
#if defined(__SSE2__)
    for (std::size_t line = 0; line < lines; ++line, to += cacheLine, from += cacheLine) {
        const auto* in = reinterpret_cast<const __m128i*>(from);
        auto* out = reinterpret_cast<__m128i*>(to);
        const auto a = _mm_loadu_si128(in), b = _mm_loadu_si128(in + 1);
        const auto c = _mm_loadu_si128(in + 2), d = _mm_loadu_si128(in + 3);
        _mm_stream_si128(out, a);
        _mm_stream_si128(out + 1, b);
        _mm_stream_si128(out + 2, c);
        _mm_stream_si128(out + 3, d);
    }
#else
    std::memcpy(to, from, lines * cacheLine);
#endif
}

inline void streamCopy(std::byte* to, const std::byte* from, std::size_t count)
{
    const auto head = bytesToLine(to);
    if (count < head + cacheLine) {
        if (count > 0) // nothing may lie nowhere
            std::memcpy(to, from, count);
        return;
    }
    std::memcpy(to, from, head);
    const auto lines = (count - head) / cacheLine;
    streamLines(to + head, from + head, lines);
    const auto done = head + lines * cacheLine;
    std::memcpy(to + done, from + done, count - done);
}

} // namespace tscope::cpu
