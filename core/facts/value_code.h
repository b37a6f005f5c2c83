// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"
#include "element/real_types.h"
#include "element/visit.h"

#include <bit>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tscope {

// The number by which an element is sorted: the magnitude of a complex one.
inline std::uint8_t sortedAs(BoolByte value)
{
    return value.byte != 0 ? 1 : 0;
}
inline std::int8_t sortedAs(QInt8 value)
{
    return value.stored;
}
inline std::uint8_t sortedAs(QUInt8 value)
{
    return value.stored;
}
template <class T>
requires(std::integral<T> || RealType<T>) T sortedAs(T value)
{
    return value;
}
template <class Real>
double sortedAs(std::complex<Real> value)
{
    const std::complex<double> wide(value);
    const bool isNan = std::isnan(wide.real()) || std::isnan(wide.imag());
    return isNan ? std::numeric_limits<double>::quiet_NaN() : std::abs(wide);
}
inline double sortedAs(ComplexHalf value)
{
    return sortedAs(std::complex<double>(toDouble(value.real), toDouble(value.imag)));
}

// Unsigned integers in the order of the numbers that they stand for, so that values of every type are counted and
// selected by their bits. -0 has the code of 0.
template <class P>
struct ValueCode {
    using Bits =
        std::conditional_t<sizeof(P) == 1, std::uint8_t,
                           std::conditional_t<sizeof(P) == 2, std::uint16_t,
                                              std::conditional_t<sizeof(P) == 4, std::uint32_t, std::uint64_t>>>;
    static constexpr int bitCount = 8 * sizeof(P);
    static constexpr Bits topBit = static_cast<Bits>(Bits{1} << (bitCount - 1));
    static constexpr bool isReal = RealType<P>;

    // The bits of the first magnitude that is not finite. Where the type has infinities, that is one.
    static constexpr Bits notFinite()
    {
        if constexpr (std::same_as<P, Half>)
            return 0x7c00;
        else if constexpr (std::same_as<P, BFloat16>)
            return 0x7f80;
        else if constexpr (std::same_as<P, Float8E4M3FN>)
            return 0x7f;
        else if constexpr (std::same_as<P, Float8E5M2>)
            return 0x7c;
        else if constexpr (std::same_as<P, float>)
            return 0x7f800000;
        else
            return 0x7ff0000000000000;
    }
    static constexpr bool hasInfinity = !std::same_as<P, Float8E4M3FN>;

    static Bits bitsOf(P value) { return std::bit_cast<Bits>(value); }
    static Bits magnitudeOf(Bits bits) { return static_cast<Bits>(bits & static_cast<Bits>(~topBit)); }

    // Precondition: the value is finite.
    static Bits of(P value)
    {
        const auto bits = bitsOf(value);
        if constexpr (!isReal)
            return std::is_signed_v<P> ? static_cast<Bits>(bits ^ topBit) : bits;
        else if (magnitudeOf(bits) == 0)
            return topBit;
        else
            return static_cast<Bits>((bits & topBit) != 0 ? ~bits : bits | topBit);
    }
    static P from(Bits code)
    {
        if constexpr (!isReal)
            return std::bit_cast<P>(std::is_signed_v<P> ? static_cast<Bits>(code ^ topBit) : code);
        else
            return std::bit_cast<P>(static_cast<Bits>((code & topBit) != 0 ? code ^ topBit : ~code));
    }
    static Bits zero() { return of(P{}); }
    static double numberOf(Bits code)
    {
        if constexpr (isReal)
            return toDouble(from(code));
        else
            return static_cast<double>(from(code));
    }

    // The code of the first value that is not below this finite number. Precondition: there is one.
    static Bits atLeast(double number)
    {
        if constexpr (isReal) {
            const auto code = of(roundTo<P>(number));
            return numberOf(code) < number ? static_cast<Bits>(code + 1) : code;
        } else {
            return of(static_cast<P>(std::ceil(number)));
        }
    }
};

} // namespace tscope
