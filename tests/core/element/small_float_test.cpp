// SPDX-License-Identifier: Apache-2.0
#include "element/small_float.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace tscope {
namespace {

// The value of a bit pattern by the definition of the formats, one power of two at a time.
double valueOf(unsigned bits, int exponentBits, int mantissaBits, bool hasInfinity)
{
    const int bias = (1 << (exponentBits - 1)) - 1;
    const int exponent = static_cast<int>(bits >> mantissaBits) & ((1 << exponentBits) - 1);
    const int mantissa = static_cast<int>(bits) & ((1 << mantissaBits) - 1);
    const bool negative = ((bits >> (exponentBits + mantissaBits)) & 1) != 0;
    const bool allOnes = exponent == (1 << exponentBits) - 1;
    double value = mantissa;
    for (int i = 0; i < mantissaBits; ++i)
        value /= 2;
    if (allOnes && hasInfinity)
        value = mantissa == 0 ? HUGE_VAL : std::nan("");
    else if (allOnes && mantissa == (1 << mantissaBits) - 1)
        value = std::nan("");
    else {
        value += exponent > 0 ? 1 : 0;
        for (int e = std::max(exponent, 1); e < bias; ++e)
            value /= 2;
        for (int e = std::max(exponent, 1); e > bias; --e)
            value *= 2;
    }
    return negative ? -value : value;
}

bool same(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

TEST(SmallFloat, everyPatternHasTheValueOfItsDefinition)
{
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        ASSERT_TRUE(same(toFloat(Half{static_cast<std::uint16_t>(bits)}), valueOf(bits, 5, 10, true))) << bits;
        ASSERT_TRUE(same(toFloat(BFloat16{static_cast<std::uint16_t>(bits)}), valueOf(bits, 8, 7, true))) << bits;
    }
    for (unsigned bits = 0; bits < 0x100; ++bits) {
        ASSERT_TRUE(same(toFloat(Float8E4M3FN{static_cast<std::uint8_t>(bits)}), valueOf(bits, 4, 3, false)));
        ASSERT_TRUE(same(toFloat(Float8E5M2{static_cast<std::uint8_t>(bits)}), valueOf(bits, 5, 2, true)));
    }
}

TEST(SmallFloat, everyPatternIsReadBackFromItsValue)
{
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const Half half{static_cast<std::uint16_t>(bits)};
        const BFloat16 bfloat{static_cast<std::uint16_t>(bits)};
        if (!std::isnan(toFloat(half))) {
            ASSERT_EQ(toHalf(toFloat(half)).bits, bits);
        }
        if (!std::isnan(toFloat(bfloat))) {
            ASSERT_EQ(toBFloat16(toFloat(bfloat)).bits, bits);
        }
    }
    for (unsigned bits = 0; bits < 0x100; ++bits) {
        const Float8E4M3FN fine{static_cast<std::uint8_t>(bits)};
        const Float8E5M2 wide{static_cast<std::uint8_t>(bits)};
        if (!std::isnan(toFloat(fine))) {
            ASSERT_EQ(toFloat8E4M3FN(toFloat(fine)).bits, bits);
        }
        if (!std::isnan(toFloat(wide))) {
            ASSERT_EQ(toFloat8E5M2(toFloat(wide)).bits, bits);
        }
    }
}

// The closest of all positive halves, ties to the even pattern; beyond the largest half and half a step it is
// infinity. Distances between doubles of this range are compared in 128-bit integers.
unsigned closestHalf(double magnitude)
{
    __extension__ using Exact = __int128;
    const auto scaled = [](double value) { return static_cast<Exact>(std::ldexp(value, 70)); }; // 2^-70 steps
    if (magnitude >= 65520)
        return 0x7c00;
    const Exact wanted = scaled(magnitude);
    unsigned lo = 0;
    unsigned hi = 0x7bff;
    while (hi - lo > 1) {
        const auto mid = (lo + hi) / 2;
        (scaled(valueOf(mid, 5, 10, true)) <= wanted ? lo : hi) = mid;
    }
    const Exact below = wanted - scaled(valueOf(lo, 5, 10, true));
    const Exact above = scaled(valueOf(hi, 5, 10, true)) - wanted;
    if (below != above)
        return below < above ? lo : hi;
    return lo % 2 == 0 ? lo : hi;
}

TEST(SmallFloat, doublesRoundToTheClosestHalf)
{
    constexpr unsigned seed = 20240611;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 200'000; ++i) {
        // 53 bits at 2^-17 and above still are whole steps of 2^-70.
        const int exponent = static_cast<int>(random() % 34) - 17;
        auto mantissa = std::ldexp(static_cast<double>(random() >> 12), -52);
        if (i % 3 == 0) // at and around ties
            mantissa = std::ldexp(static_cast<double>(random() % 2048), -11) +
                       std::ldexp(static_cast<double>(random() % 3) - 1.0, -52);
        const double value = std::ldexp(1 + mantissa, exponent);
        ASSERT_EQ(toHalf(value).bits, closestHalf(value)) << value;
        ASSERT_EQ(toHalf(-value).bits, closestHalf(value) | 0x8000U) << value;
    }
}

TEST(SmallFloat, tooLargeIsInfinityOrNanWhereThereIsNone)
{
    EXPECT_EQ(toHalf(65519.99).bits, 0x7bff);
    EXPECT_EQ(toHalf(65520).bits, 0x7c00);
    EXPECT_EQ(toFloat8E5M2(61439).bits, 0x7b);
    EXPECT_EQ(toFloat8E5M2(61440).bits, 0x7c);
    EXPECT_EQ(toFloat8E4M3FN(464).bits, 0x7e);
    EXPECT_EQ(toFloat8E4M3FN(464.1).bits, 0x7e) << "PyTorch saturates";
    EXPECT_EQ(toFloat8E4M3FN(1e300).bits, 0x7e);
    EXPECT_EQ(toFloat8E4M3FN(-HUGE_VAL).bits, 0xfe);
    EXPECT_EQ(toFloat8E4M3FN(NAN).bits, 0x7f);
    EXPECT_EQ(toBFloat16(3.4e38).bits, 0x7f80);
    EXPECT_EQ(toHalf(0x1p-25).bits, 0);
    EXPECT_EQ(toHalf(0x1.00001p-25).bits, 1);
}

} // namespace
} // namespace tscope
