// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/small_float.h"

#include <concepts>
#include <limits>

namespace tscope {

// What every real type can do: become a double, which is exact, and be rounded from one.

template <class T>
concept SmallFloat = std::same_as<T, Half> || std::same_as<T, BFloat16> || std::same_as<T, Float8E4M3FN> ||
    std::same_as<T, Float8E5M2>;
template <class T>
concept RealType = SmallFloat<T> || std::same_as<T, float> || std::same_as<T, double>;

template <RealType T>
double toDouble(T value)
{
    if constexpr (SmallFloat<T>)
        return toFloat(value);
    else
        return value;
}

// To float, as IEEE 754 rounds: the cast alone is undefined beyond the range.
inline float toSingle(double value)
{
    constexpr double limit = 0x1.ffffffp+127; // halfway from the largest float to the next power of two
    if (value >= limit)
        return std::numeric_limits<float>::infinity();
    if (value <= -limit)
        return -std::numeric_limits<float>::infinity();
    return static_cast<float>(value);
}

template <RealType T>
T roundTo(double value)
{
    if constexpr (std::same_as<T, Half>)
        return toHalf(value);
    else if constexpr (std::same_as<T, BFloat16>)
        return toBFloat16(value);
    else if constexpr (std::same_as<T, Float8E4M3FN>)
        return toFloat8E4M3FN(value);
    else if constexpr (std::same_as<T, Float8E5M2>)
        return toFloat8E5M2(value);
    else if constexpr (std::same_as<T, float>)
        return toSingle(value);
    else
        return value;
}

} // namespace tscope
