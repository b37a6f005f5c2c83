// SPDX-License-Identifier: Apache-2.0
#include "element/small_float.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tscope {

namespace {

// A binary float of 1 sign, E exponent and M mantissa bits.
struct Format {
    int exponentBits;
    int mantissaBits;
    bool hasInfinity; // else the all-ones exponent holds numbers, and only all ones is NaN

    constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
    constexpr std::uint32_t exponentMask() const { return (1U << exponentBits) - 1; }
    constexpr std::uint32_t mantissaMask() const { return (1U << mantissaBits) - 1; }
    constexpr std::uint32_t signBit() const { return 1U << (exponentBits + mantissaBits); }
    constexpr std::uint32_t nan() const
    {
        return hasInfinity ? (exponentMask() << mantissaBits) | (1U << (mantissaBits - 1))
                           : (exponentMask() << mantissaBits) | mantissaMask();
    }
};

constexpr Format half{5, 10, true};
constexpr Format bfloat{8, 7, true};
constexpr Format e4m3fn{4, 3, false};
constexpr Format e5m2{5, 2, true};

float decode(std::uint32_t bits, Format format)
{
    const bool negative = (bits & format.signBit()) != 0;
    const auto exponent = (bits >> format.mantissaBits) & format.exponentMask();
    const auto mantissa = bits & format.mantissaMask();
    float magnitude = 0;
    if (format.hasInfinity && exponent == format.exponentMask())
        magnitude = mantissa == 0 ? INFINITY : NAN;
    else if (!format.hasInfinity && exponent == format.exponentMask() && mantissa == format.mantissaMask())
        magnitude = NAN;
    else if (exponent == 0)
        magnitude = std::ldexp(static_cast<float>(mantissa), 1 - format.bias() - format.mantissaBits);
    else
        magnitude = std::ldexp(static_cast<float>(mantissa | (1U << format.mantissaBits)),
                               static_cast<int>(exponent) - format.bias() - format.mantissaBits);
    return negative ? -magnitude : magnitude;
}

std::uint32_t encode(double value, Format format)
{
    const std::uint32_t sign = std::signbit(value) ? format.signBit() : 0;
    const double magnitude = std::fabs(value);
    // Without an infinity there is the largest number, right before NaN, as PyTorch has it.
    const std::uint32_t infinity =
        format.hasInfinity ? format.exponentMask() << format.mantissaBits : format.nan() - 1;
    if (std::isnan(value))
        return sign | format.nan();
    if (std::isinf(value))
        return sign | infinity;
    if (magnitude == 0)
        return sign;

    // Round to a multiple of the spacing at this magnitude; nearbyint is exact and ties to even.
    const int lowestExponent = 1 - format.bias();
    const int exponent = std::max(std::ilogb(magnitude), lowestExponent);
    const int spacing = exponent - format.mantissaBits;
    const auto steps = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(magnitude, -spacing)));
    // Adding the exponent field to the step count carries a full mantissa into the next exponent.
    const auto bits = (static_cast<std::uint64_t>(exponent - lowestExponent) << format.mantissaBits) + steps;
    return sign | (bits >= infinity ? infinity : static_cast<std::uint32_t>(bits));
}

} // namespace

float toFloat(Half value)
{
    return decode(value.bits, half);
}

float toFloat(BFloat16 value)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

float toFloat(Float8E4M3FN value)
{
    return decode(value.bits, e4m3fn);
}

float toFloat(Float8E5M2 value)
{
    return decode(value.bits, e5m2);
}

Half toHalf(double value)
{
    return {static_cast<std::uint16_t>(encode(value, half))};
}

BFloat16 toBFloat16(double value)
{
    return {static_cast<std::uint16_t>(encode(value, bfloat))};
}

Float8E4M3FN toFloat8E4M3FN(double value)
{
    return {static_cast<std::uint8_t>(encode(value, e4m3fn))};
}

Float8E5M2 toFloat8E5M2(double value)
{
    return {static_cast<std::uint8_t>(encode(value, e5m2))};
}

} // namespace tscope
