// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tscope {

__extension__ using MtxWide = unsigned __int128;

// 2^(63 + length) / 5^power, rounded down, and how many bits 5^power has: the inverse has its highest bit set.
struct MtxInverse {
    std::uint64_t inverse;
    int length;
};

inline constexpr int mtxMostInverse = 54; // the largest power of 5 that fits 128 bits and can still be doubled

inline constexpr std::array<MtxInverse, mtxMostInverse + 1> mtxInverses = [] {
    std::array<MtxInverse, mtxMostInverse + 1> out{};
    MtxWide power = 1;
    for (std::size_t k = 1; k < out.size(); ++k) {
        power *= 5;
        int length = 0;
        for (auto rest = power; rest > 0; rest >>= 1)
            ++length;
        // Long division, bit by bit.
        std::uint64_t quotient = 0;
        auto left = MtxWide{1} << (length - 1);
        for (int bit = 0; bit < 64; ++bit) {
            left <<= 1;
            quotient <<= 1;
            if (left >= power) {
                left -= power;
                quotient |= 1;
            }
        }
        out[k] = {quotient, length};
    }
    return out;
}();

// digits * 10^-power as the nearest double, also for digits that no double holds. False where 64 bits of the
// product do not tell how to round, about once in 200. Preconditions: digits > 0, 0 < power <= mtxMostInverse.
[[gnu::always_inline]] inline bool mtxScaled(std::uint64_t digits, int power, double& value)
{
    // 5^-power is a little more than inverse * 2^-(63 + length), so the product's upper half is a little more than
    // `high`: by less than two. Of both factors the highest bit is set, and so is one of the two highest of
    // `high`: it is brought to the top, with which "less than two" becomes "less than four" at most.
    const auto& scale = *(mtxInverses.data() + power);
    const int zeros = std::countl_zero(digits);
    auto high = static_cast<std::uint64_t>(static_cast<MtxWide>(digits << zeros) * scale.inverse >> 64);
    const auto top = high >> 63;
    high += high & (top - 1);
    constexpr int spare = 64 - 53;
    constexpr std::uint64_t half = std::uint64_t{1} << (spare - 1), mostMissing = 4;
    const auto rest = high & (2 * half - 1);
    if (rest <= half && rest + mostMissing >= half)
        return false;
    // Rounding up may carry into the exponent, as it should. The highest bit of the mantissa is not written: it
    // counts as one more of the exponent.
    const auto mantissa = (high >> spare) + (rest > half ? 1 : 0);
    const int exponent = spare + static_cast<int>(top) - zeros - power - scale.length;
    value = std::bit_cast<double>((static_cast<std::uint64_t>(1023 + 52 - 1 + exponent) << 52) + mantissa);
    return true;
}

} // namespace tscope
