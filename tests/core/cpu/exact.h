// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/instruction_set.h"
#include "element/visit.h"
#include "make/random.h"

#include <complex>
#include <cstdint>
#include <gtest/gtest.h>
#include <type_traits>
#include <vector>

// Whole numbers as every element type holds them, to compute with by hand: no type rounds small ones.
namespace tscope::cpu::testing {

struct Exact {
    std::int64_t real = 0, imag = 0;

    Exact operator+(Exact other) const { return {real + other.real, imag + other.imag}; }
    Exact operator*(Exact other) const
    {
        return {real * other.real - imag * other.imag, real * other.imag + imag * other.real};
    }
    bool operator==(const Exact&) const = default;
};

template <class T>
inline constexpr bool isComplex = std::is_same_v<T, ComplexHalf> || std::is_same_v<T, std::complex<float>> ||
                                  std::is_same_v<T, std::complex<double>>;

// As T has it: wrapped, cut to its real part, or a truth.
template <class T>
T fromExact(Exact value)
{
    if constexpr (std::is_same_v<T, BoolByte>)
        return {static_cast<std::uint8_t>(value.real != 0 ? 1 : 0)};
    else if constexpr (std::is_same_v<T, Half>)
        return toHalf(static_cast<double>(value.real));
    else if constexpr (std::is_same_v<T, BFloat16>)
        return toBFloat16(static_cast<double>(value.real));
    else if constexpr (std::is_same_v<T, ComplexHalf>)
        return {toHalf(static_cast<double>(value.real)), toHalf(static_cast<double>(value.imag))};
    else if constexpr (isComplex<T>)
        return {static_cast<typename T::value_type>(value.real), static_cast<typename T::value_type>(value.imag)};
    else
        return static_cast<T>(value.real);
}

template <class T>
Exact exactOf(T value)
{
    if constexpr (std::is_same_v<T, BoolByte>)
        return {value.byte};
    else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        return {static_cast<std::int64_t>(toFloat(value))};
    else if constexpr (std::is_same_v<T, ComplexHalf>)
        return {static_cast<std::int64_t>(toFloat(value.real)), static_cast<std::int64_t>(toFloat(value.imag))};
    else if constexpr (isComplex<T>)
        return {static_cast<std::int64_t>(value.real()), static_cast<std::int64_t>(value.imag())};
    else
        return {static_cast<std::int64_t>(value)};
}

// What T keeps of an exact result.
template <class T>
Exact keptBy(Exact value)
{
    return exactOf(fromExact<T>(value));
}

template <class T>
std::vector<T> smallNumbers(Random& random, std::int64_t count)
{
    std::vector<T> out;
    for (std::int64_t i = 0; i < count; ++i)
        out.push_back(fromExact<T>({random.between(-2, 2), isComplex<T> ? random.between(-2, 2) : 0}));
    return out;
}

inline std::vector<InstructionSet> instructionSets() // that this processor runs
{
    std::vector<InstructionSet> out;
    for (auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512})
        if (set <= instructionSet())
            out.push_back(set);
    return out;
}

using ElementTypes =
    ::testing::Types<BoolByte, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, Half, BFloat16,
                     float, double, ComplexHalf, std::complex<float>, std::complex<double>>;

} // namespace tscope::cpu::testing
