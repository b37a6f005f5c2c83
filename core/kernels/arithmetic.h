// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/visit.h"

#include <bit>
#include <complex>
#include <cstdint>
#include <type_traits>

// How kernels compute with elements, on any device: constexpr, so that the compiler of a GPU takes it as well. All
// of it is local to the file that includes it and calls nothing of the library: kernels are compiled for several
// instruction sets, and a shared function could end up in the version that not every processor runs.
namespace tscope::kernels {

namespace {

// Bools add up by "or" and multiply by "and".
struct Truth {
    bool value = false;

    constexpr Truth operator+(Truth other) const { return {value || other.value}; }
    constexpr Truth operator*(Truth other) const { return {value && other.value}; }
};

// Without the search for infinities that std::complex makes of each product.
template <class P>
struct Complex {
    P real = 0, imag = 0;

    constexpr Complex operator+(Complex other) const { return {real + other.real, imag + other.imag}; }
    constexpr Complex operator*(Complex other) const
    {
        return {real * other.real - imag * other.imag, real * other.imag + imag * other.real};
    }
};

constexpr float halfToFloat(std::uint16_t bits)
{
    const auto sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U;
    const auto magnitude = static_cast<std::uint32_t>(bits & 0x7fffU) << 13U;
    if (magnitude >= 0x7c00U << 13U)
        return std::bit_cast<float>(sign | magnitude | 0x7f800000U);
    // Exact, also for what is subnormal.
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F));
}

constexpr std::uint16_t floatToHalf(float value) // to nearest, ties to even
{
    auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
    bits &= 0x7fffffffU;
    if (bits > 0x7f800000U)
        return sign | 0x7e00U;
    if (bits >= 0x47800000U)
        return sign | 0x7c00U;
    if (bits < 0x38800000U) // subnormal: the last bit of a half is the last bit of a float near one half
        return static_cast<std::uint16_t>(
            sign | (std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) + 0.5F) - 0x3f000000U));
    bits += 0xc8000fffU + (bits >> 13U & 1U);
    return static_cast<std::uint16_t>(sign | bits >> 13U);
}

constexpr float bfloatToFloat(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

constexpr std::uint16_t floatToBFloat(float value) // to nearest, ties to even
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffU) > 0x7f800000U)
        return static_cast<std::uint16_t>((bits >> 16U & 0x8000U) | 0x7fc0U);
    return static_cast<std::uint16_t>((bits + 0x7fffU + (bits >> 16U & 1U)) >> 16U);
}

// What a T is while it is computed with: integers wrap, small floats are floats and rounded once at the end.
template <class T>
struct Wide {
    using Type = std::conditional_t<std::is_integral_v<T>,
                                    std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>, T>;
    static constexpr Type from(T value) { return static_cast<Type>(value); }
    static constexpr T to(Type value) { return static_cast<T>(value); }
};

template <>
struct Wide<BoolByte> {
    using Type = Truth;
    static constexpr Type from(BoolByte value) { return {value.byte != 0}; }
    static constexpr BoolByte to(Type value) { return {static_cast<std::uint8_t>(value.value ? 1 : 0)}; }
};

template <>
struct Wide<Half> {
    using Type = float;
    static constexpr Type from(Half value) { return halfToFloat(value.bits); }
    static constexpr Half to(Type value) { return {floatToHalf(value)}; }
};

template <>
struct Wide<BFloat16> {
    using Type = float;
    static constexpr Type from(BFloat16 value) { return bfloatToFloat(value.bits); }
    static constexpr BFloat16 to(Type value) { return {floatToBFloat(value)}; }
};

template <>
struct Wide<ComplexHalf> {
    using Type = Complex<float>;
    static constexpr Type from(ComplexHalf value)
    {
        return {halfToFloat(value.real.bits), halfToFloat(value.imag.bits)};
    }
    static constexpr ComplexHalf to(Type value) { return {{floatToHalf(value.real)}, {floatToHalf(value.imag)}}; }
};

template <class P>
struct Wide<std::complex<P>> {
    using Type = Complex<P>;
    static constexpr Type from(std::complex<P> value) { return std::bit_cast<Type>(value); }
    static constexpr std::complex<P> to(Type value) { return std::bit_cast<std::complex<P>>(value); }
};

template <class T>
using WideOf = typename Wide<T>::Type;

// Whether sums of T may be kept in T's own memory: each addition rounds no more than a sum kept apart would.
template <class T>
inline constexpr bool addsInPlace =
    !(std::is_same_v<T, Half> || std::is_same_v<T, BFloat16> || std::is_same_v<T, ComplexHalf>);

template <class T>
using SumOf = std::conditional_t<addsInPlace<T>, T, WideOf<T>>;

} // namespace

} // namespace tscope::kernels
