// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/matrix_market/decimal_scale.h"

#include <array>
#include <bit>
#include <charconv>
#include <complex>
#include <cstdint>
#include <cstring>

namespace tscope {

// The plain spellings of numbers, read fast: no sign but a minus, and nothing unusual. Text that they do not take
// is read by entry.h, with care. All of them stop at the first byte that is no part of the number, so a line end
// must follow somewhere, and `mtxSlackBefore` bytes before the text and `mtxSlack` bytes behind it may be read.
inline constexpr std::size_t mtxSlackBefore = 16, mtxSlack = 64;

inline constexpr std::uint64_t mtxPowers[] = {1,
                                              10,
                                              100,
                                              1'000,
                                              10'000,
                                              100'000,
                                              1'000'000,
                                              10'000'000,
                                              100'000'000,
                                              1'000'000'000,
                                              10'000'000'000,
                                              100'000'000'000,
                                              1'000'000'000'000,
                                              10'000'000'000'000,
                                              100'000'000'000'000,
                                              1'000'000'000'000'000,
                                              10'000'000'000'000'000,
                                              100'000'000'000'000'000,
                                              1'000'000'000'000'000'000,
                                              10'000'000'000'000'000'000U};

// Powers that a double holds exactly.
inline constexpr double mtxExactPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                            1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Eight bytes as one word: the first one is its lowest.
[[gnu::always_inline]] inline std::uint64_t mtxWord(const char* at)
{
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    if constexpr (std::endian::native == std::endian::big)
        word = __builtin_bswap64(word);
    return word;
}

struct MtxDigits {
    std::uint64_t value = 0;
    int count = 0;
};

// The highest bit of each byte that is no digit; what carries over lies behind the first such byte.
[[gnu::always_inline]] inline std::uint64_t mtxOthers(std::uint64_t word)
{
    return ((word + 0x4646464646464646) | (word - 0x3030303030303030)) & std::uint64_t{0x8080808080808080};
}

// The number of eight digits, of which leading ones may be zero bytes.
[[gnu::always_inline]] inline std::uint64_t mtxEightDigits(std::uint64_t word)
{
    // Pairs, fours and eights are put together.
    word &= 0x0F0F0F0F0F0F0F0F;
    word = (word * 10 + (word >> 8)) & 0x00FF00FF00FF00FF;
    word = (word * 100 + (word >> 16)) & 0x0000FFFF0000FFFF;
    return (word * 10000 + (word >> 32)) & 0x00000000FFFFFFFF;
}

// What is left of a run of digits that ends in this word.
[[gnu::always_inline]] inline MtxDigits mtxLastDigits(const char*& at, std::uint64_t word, std::uint64_t others)
{
    const int count = std::countr_zero(others) / 8;
    if (count == 0)
        return {};
    at += count;
    return {mtxEightDigits(word << (64 - 8 * count)), count}; // zeros take the place of what follows
}

// All digits from here on. Beyond 19 of them only the count is right, and beyond 96 only that they are so many.
[[gnu::always_inline]] inline MtxDigits mtxDigits(const char*& at)
{
    constexpr int most = 96;
    auto word = mtxWord(at);
    if (const auto others = mtxOthers(word); others != 0)
        return mtxLastDigits(at, word, others);
    MtxDigits out;
    while (true) {
        out.value = out.value * 100'000'000 + mtxEightDigits(word);
        out.count += 8;
        at += 8;
        if (out.count == most)
            return out;
        word = mtxWord(at);
        if (const auto others = mtxOthers(word); others != 0) {
            const auto last = mtxLastDigits(at, word, others);
            return {out.value * mtxPowers[last.count] + last.value, out.count + last.count};
        }
    }
}

inline bool mtxIsBlank(char c)
{
    return c == ' ' || c == '\t';
}

[[gnu::always_inline]] inline void mtxSkipBlanks(const char*& at)
{
    while (mtxIsBlank(*at))
        ++at;
}

// Each of these gives false where the text is not of the plain kind; `at` is then anywhere in it.
[[gnu::always_inline]] inline bool mtxPlain(const char*& at, std::int64_t& value)
{
    const bool isNegative = *at == '-';
    at += isNegative ? 1 : 0;
    const auto digits = mtxDigits(at);
    if (digits.count == 0 || digits.count > 18)
        return false;
    value = isNegative ? -static_cast<std::int64_t>(digits.value) : static_cast<std::int64_t>(digits.value);
    return true;
}

[[gnu::always_inline]] inline bool mtxPlain(const char*& at, std::uint64_t& value)
{
    const auto digits = mtxDigits(at);
    value = digits.value;
    return digits.count > 0 && digits.count <= 19;
}

// digits * 10^exponent, as far as it has been read.
struct MtxDecimal {
    bool isNegative = false;
    std::uint64_t digits = 0; // right up to 19 of them
    int count = 0;
    int exponent = 0;
    bool isFortran = false; // spelled with a d, which not everyone reads
};

// Sign, digits, point, digits.
[[gnu::always_inline]] inline bool mtxMantissa(const char*& at, MtxDecimal& out)
{
    out.isNegative = *at == '-';
    at += out.isNegative ? 1 : 0;
    const auto whole = mtxDigits(at);
    out.digits = whole.value;
    out.count = whole.count;
    if (*at == '.') {
        ++at;
        const auto fraction = mtxDigits(at);
        out.count += fraction.count;
        out.exponent = -fraction.count;
        if (out.count <= 19)
            out.digits = out.digits * mtxPowers[fraction.count] + fraction.value;
    }
    return out.count > 0;
}

// What may follow the mantissa.
[[gnu::always_inline]] inline bool mtxExponent(const char*& at, MtxDecimal& decimal)
{
    const char letter = static_cast<char>(*at | 0x20);
    if (letter != 'e' && letter != 'd')
        return true;
    decimal.isFortran = letter == 'd';
    ++at;
    const bool isBelow = *at == '-';
    at += isBelow || *at == '+' ? 1 : 0;
    const auto written = mtxDigits(at);
    if (written.count == 0 || written.count > 4)
        return false;
    decimal.exponent += isBelow ? -static_cast<int>(written.value) : static_cast<int>(written.value);
    return true;
}

// The double nearest to what was read from `begin` to `end`.
[[gnu::always_inline]] inline bool mtxNearest(const MtxDecimal& decimal, const char* begin, const char* end,
                                              double& value)
{
    const auto [isNegative, digits, count, exponent, isFortran] = decimal;
    // Of two numbers that doubles hold exactly the product and the quotient are rounded once, so to the nearest.
    if (digits < std::uint64_t{1} << 53 && exponent >= -22 && exponent <= 22 && count <= 19) {
        const auto magnitude = static_cast<double>(digits);
        const auto rounded =
            exponent < 0 ? magnitude / mtxExactPowers[-exponent] : magnitude * mtxExactPowers[exponent];
        value = isNegative ? -rounded : rounded;
        return true;
    }
    if (exponent < 0 && -exponent <= mtxMostInverse && digits != 0 && count <= 19 &&
        mtxScaled(digits, -exponent, value)) {
        value = isNegative ? -value : value;
        return true;
    }
    if (isFortran)
        return false;
    const auto read = std::from_chars(begin, end, value);
    return read.ec == std::errc() && read.ptr == end;
}

[[gnu::always_inline]] inline bool mtxPlain(const char*& at, double& value)
{
    const char* const begin = at;
    MtxDecimal decimal;
    return mtxMantissa(at, decimal) && mtxExponent(at, decimal) && mtxNearest(decimal, begin, at, value);
}

[[gnu::always_inline]] inline bool mtxPlain(const char*& at, std::complex<double>& value)
{
    double real = 0, imaginary = 0;
    if (!mtxPlain(at, real) || !mtxIsBlank(*at))
        return false;
    mtxSkipBlanks(at);
    if (!mtxPlain(at, imaginary))
        return false;
    value = {real, imaginary};
    return true;
}

} // namespace tscope
