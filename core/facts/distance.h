// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"

#include <complex>
#include <limits>
#include <optional>

namespace tscope {

// How far two numbers lie apart. NaN where one of them is no number, infinity where one of them is infinite.
struct Distance {
    double absolute = 0.0;
    double relative = 0.0; // to the larger of the two
};

// Holds every 64-bit integer and its sign exactly, so integers that one double can't tell apart still differ.
using ExactReal = long double;
static_assert(std::numeric_limits<ExactReal>::digits >= 64, "64-bit integers are compared in this type");

// How far apart two numbers may be and still be close: |a - b| <= absolute + relative * |b|, as NumPy and PyTorch
// have it. Neither given: no two numbers that differ are.
struct Tolerance {
    double relative = 0.0, absolute = 0.0;

    // Never where one of them is not finite.
    bool covers(const Distance& distance, std::complex<ExactReal> b) const;
};

std::complex<ExactReal> exactOf(const Number& number);

// The same number, where a NaN is the same as a NaN.
inline bool isSameReal(ExactReal a, ExactReal b)
{
    return a == b || (a != a && b != b);
}

// Nothing: they are the same number, whatever their types.
std::optional<Distance> distanceOf(const Number& a, const Number& b);
std::optional<Distance> distanceOf(std::complex<ExactReal> a, std::complex<ExactReal> b);

} // namespace tscope
