// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/small_float.h"

#include <concepts>

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
    else
        return static_cast<T>(value);
}

} // namespace tscope
