// SPDX-License-Identifier: Apache-2.0
// What reductions make of elements: local to the including file, see arithmetic.h.
#pragma once

#include "kernels/arithmetic.h"

#include <limits>

namespace tscope::kernels {

// Sums of whole numbers and of bools (counts) are int64, of all others what is summed.
template <class T>
using SumResult = std::conditional_t<std::is_integral_v<T> || std::is_same_v<T, BoolByte>, std::int64_t, T>;

namespace {

template <class T>
inline constexpr bool isWhole = std::is_integral_v<T> || std::is_same_v<T, BoolByte>;
template <class T>
inline constexpr bool isComplexType = std::is_same_v<T, ComplexHalf> || std::is_same_v<T, std::complex<float>> ||
                                      std::is_same_v<T, std::complex<double>>;
template <class T>
inline constexpr bool isOrdered = !isComplexType<T>;

// Sums.
template <class T>
struct Summing {
    using Partial = std::conditional_t<isWhole<T>, std::uint64_t, WideOf<T>>;
    static constexpr Partial start() { return {}; }
    static constexpr Partial from(T value)
    {
        if constexpr (std::is_same_v<T, BoolByte>)
            return value.byte != 0 ? 1 : 0;
        else if constexpr (std::is_integral_v<T>)
            return static_cast<Partial>(value);
        else
            return Wide<T>::from(value);
    }
    static constexpr Partial join(Partial a, Partial b) { return a + b; }
    static constexpr SumResult<T> result(Partial sum, double)
    {
        if constexpr (isWhole<T>)
            return static_cast<std::int64_t>(sum);
        else
            return Wide<T>::to(sum);
    }
};

template <class T>
struct Averaging : Summing<T> {
    using Partial = typename Summing<T>::Partial;
    static constexpr T result(Partial sum, double taken)
    {
        if constexpr (isComplexType<T>) {
            using Real = decltype(sum.real);
            return Wide<T>::to({sum.real / static_cast<Real>(taken), sum.imag / static_cast<Real>(taken)});
        } else {
            return Wide<T>::to(sum / static_cast<Partial>(taken));
        }
    }
};

// The smallest, or the largest. Bools are compared as truths.
template <class T, bool isMax>
struct Choosing {
    using Partial = std::conditional_t<std::is_same_v<T, BoolByte>, std::uint8_t,
                                       std::conditional_t<std::is_integral_v<T>, T, WideOf<T>>>;
    static constexpr Partial start()
    {
        using Limits = std::numeric_limits<Partial>;
        if constexpr (Limits::has_infinity)
            return isMax ? -Limits::infinity() : Limits::infinity();
        else
            return isMax ? Limits::min() : Limits::max();
    }
    static constexpr Partial from(T value)
    {
        if constexpr (std::is_same_v<T, BoolByte>)
            return value.byte != 0 ? 1 : 0;
        else if constexpr (std::is_integral_v<T>)
            return value;
        else
            return Wide<T>::from(value);
    }
    static constexpr Partial join(Partial a, Partial b)
    {
        const bool takesB = isMax ? b > a : b < a;
        if constexpr (std::numeric_limits<Partial>::has_infinity)
            return takesB || b != b ? b : a; // a NaN comes in, and nothing is above or below it then
        else
            return takesB ? b : a;
    }
    static constexpr T result(Partial value, double)
    {
        if constexpr (std::is_same_v<T, BoolByte>)
            return {value};
        else if constexpr (std::is_integral_v<T>)
            return value;
        else
            return Wide<T>::to(value);
    }
};

} // namespace

} // namespace tscope::kernels
