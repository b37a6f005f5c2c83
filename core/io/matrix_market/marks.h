// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/matrix_market/numbers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tscope {

// Where lines end in a piece of text and which bytes are no digits, found for many bytes at a time. Who knows that
// beforehand need not look at the digits of a number to learn how many there are.
class MtxMarks
{
public:
    static constexpr std::size_t most = 4096; // bytes of a piece

    // Precondition: size <= most, and mtxSlack bytes behind the text may be read.
    void look(const char* text, std::size_t size);

    std::span<const std::uint16_t> lineEnds() const { return {m_lineEnds.data(), m_lineEndCount}; }
    // Bit i tells whether the byte at place + i is no digit, for the 57 lowest bits. Precondition: it lies in the
    // text.
    std::uint64_t othersFrom(std::size_t place) const
    {
        return mtxWord(reinterpret_cast<const char*>(m_others.data()) + place / 8) >> (place % 8);
    }

private:
    static constexpr std::size_t block = 64; // bytes, of which one word tells

    std::array<std::uint64_t, most / block + 1> m_others{}; // one more, as words are read across
    std::array<std::uint16_t, most + 4> m_lineEnds;         // four are written at once
    std::size_t m_lineEndCount = 0;
};

// How many digits stand in front of the next other byte; 63 where it is not marked.
[[gnu::always_inline]] inline unsigned mtxDigitCount(std::uint64_t others)
{
    return static_cast<unsigned>(std::countr_zero(others | std::uint64_t{1} << 63));
}

// Two numbers, each of the digits in eight bytes, of which leading ones may be zero: the first one is the lower
// half.
struct MtxEights {
    std::uint64_t first, second;
};

#ifdef __SSE2__

[[gnu::always_inline]] inline MtxEights mtxTwoEights(__m128i digits)
{
    // Pairs, fours and eights are put together; the lower byte is the higher digit.
    digits = _mm_and_si128(digits, _mm_set1_epi8(0x0F));
    const auto tens = _mm_mullo_epi16(_mm_and_si128(digits, _mm_set1_epi16(0xFF)), _mm_set1_epi16(10));
    const auto pairs = _mm_add_epi16(tens, _mm_srli_epi16(digits, 8));
    const auto fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
    const auto eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(10000 | 1 << 16));
    const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
    return {both & 0xFFFFFFFF, both >> 32};
}

[[gnu::always_inline]] inline MtxEights mtxTwoEights(std::uint64_t first, std::uint64_t second)
{
    return mtxTwoEights(_mm_set_epi64x(static_cast<std::int64_t>(second), static_cast<std::int64_t>(first)));
}

#else

[[gnu::always_inline]] inline MtxEights mtxTwoEights(std::uint64_t first, std::uint64_t second)
{
    return {mtxEightDigits(first), mtxEightDigits(second)};
}

#endif

// The bytes of a word of which only the first ones count, brought to where the last digits belong.
[[gnu::always_inline]] inline std::uint64_t mtxLastOf(const char* begin, unsigned count)
{
    return mtxWord(begin) << (64 - 8 * count);
}

// A row and a column of one to eight digits each, with one blank between; `at` and `others` are then behind them.
[[gnu::always_inline]] inline bool mtxMarkedPair(const char*& at, std::uint64_t& others, MtxEights& pair)
{
    const auto first = mtxDigitCount(others);
    const auto* const second = at + first + 1;
    const auto behind = others >> first >> 1;
    const auto count = mtxDigitCount(behind);
    if (first - 1 >= 8 || count - 1 >= 8 || !mtxIsBlank(second[-1]))
        return false;
    pair = mtxTwoEights(mtxLastOf(at, first), mtxLastOf(second, count));
    at = second + count;
    others = behind >> count;
    return true;
}

// A number of not more than sixteen digits that ends here; mtxSlackBefore bytes before it may be read.
[[gnu::always_inline]] inline std::uint64_t mtxDigitsBefore(const char* end, unsigned count)
{
#ifdef __SSE2__
    static constexpr std::array<std::uint8_t, 32> kept = [] {
        std::array<std::uint8_t, 32> out{};
        std::fill(out.begin() + 16, out.end(), std::uint8_t{0xFF});
        return out;
    }();
    const auto at = [](const void* bytes) { return _mm_loadu_si128(static_cast<const __m128i*>(bytes)); };
    const auto eights = mtxTwoEights(_mm_and_si128(at(end - 16), at(kept.data() + count)));
#else
    const auto last = [](const char* begin, unsigned digits) {
        return digits == 0 ? 0 : mtxLastOf(begin, digits);
    };
    const auto eights = count <= 8 ? mtxTwoEights(0, last(end - count, count))
                                   : mtxTwoEights(last(end - count, count - 8), mtxWord(end - 8));
#endif
    return eights.first * 100'000'000 + eights.second;
}

// As mtxMantissa, of not more digits than usual; false where there are, and `at` stays where it is.
[[gnu::always_inline]] inline bool mtxMarkedMantissa(const char*& at, std::uint64_t others, MtxDecimal& out)
{
    const unsigned sign = *at == '-' ? 1 : 0;
    others >>= sign;
    const auto whole = mtxDigitCount(others);
    const auto* const point = at + sign + whole;
    if (whole - 1 >= 8)
        return false;
    auto digits =
        whole == 1 ? static_cast<std::uint64_t>(point[-1] - '0') : mtxEightDigits(mtxLastOf(point - whole, whole));
    const auto* end = point;
    unsigned fraction = 0;
    if (*point == '.') {
        fraction = mtxDigitCount(others >> whole >> 1);
        if (whole + fraction > 19)
            return false;
        end = point + 1 + fraction;
        digits = digits * mtxPowers[fraction] + mtxDigitsBefore(end, std::min(fraction, 16U));
        if (fraction > 16)
            digits += mtxEightDigits(mtxLastOf(point + 1, fraction - 16)) * mtxPowers[16];
    }
    at = end;
    out = {sign != 0, digits, static_cast<int>(whole + fraction), -static_cast<int>(fraction)};
    return true;
}

} // namespace tscope
