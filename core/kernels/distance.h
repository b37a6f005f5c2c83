// SPDX-License-Identifier: Apache-2.0
// How far two elements lie apart: local to the including file, see arithmetic.h.
#pragma once

#include "kernels/arithmetic.h"
#include "kernels/both.h"

#include <cmath>

namespace tscope::kernels {

namespace {

struct Distance {
    double apart = 0, size = 0; // |a - b|, |b|
    bool isEqual = false, areNan = false;
};

TSCOPE_BOTH inline double sizeOf(double real, double imag)
{
    return imag == 0 ? fabs(real) : sqrt(real * real + imag * imag);
}

template <class T>
TSCOPE_BOTH inline Distance distance(T a, T b)
{
    if constexpr (std::is_same_v<T, BoolByte>) {
        const bool isEqual = (a.byte != 0) == (b.byte != 0);
        return {isEqual ? 0.0 : 1.0, b.byte != 0 ? 1.0 : 0.0, isEqual, false};
    } else if constexpr (std::is_integral_v<T>) {
        const auto gap = a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
                               : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
        return {static_cast<double>(gap), fabs(static_cast<double>(b)), a == b, false};
    } else {
        const auto left = Wide<T>::from(a), right = Wide<T>::from(b);
        if constexpr (std::is_floating_point_v<WideOf<T>>) {
            const double x = left, y = right;
            return {fabs(x - y), fabs(y), x == y, x != x && y != y};
        } else {
            const double x = left.real, xi = left.imag, y = right.real, yi = right.imag;
            return {sizeOf(x - y, xi - yi), sizeOf(y, yi), x == y && xi == yi,
                    (x != x || xi != xi) && (y != y || yi != yi)};
        }
    }
}

TSCOPE_BOTH inline bool isFinite(double value)
{
    return value - value == 0;
}

// Without any tolerance only equal ones are close.
TSCOPE_BOTH inline bool isClose(const Distance& gap, double relative, double absolute, bool nanEqualsNan)
{
    return gap.isEqual || (nanEqualsNan && gap.areNan) ||
           (isFinite(gap.apart) && isFinite(gap.size) && gap.apart <= absolute + relative * gap.size &&
            (absolute > 0 || relative > 0));
}

} // namespace

} // namespace tscope::kernels
