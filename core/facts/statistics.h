// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <complex>
#include <cstdint>
#include <optional>
#include <variant>

namespace tscope {

// Counts and extremes of an array's elements.
struct Statistics {
    // Of the finite elements. Integers and bool in int64 (in double once that overflows), the others in double.
    std::variant<std::int64_t, double, std::complex<double>> sum = std::int64_t{0};
    std::int64_t nans = 0, infinities = 0, zeros = 0;
    std::optional<Element> min, max; // of the finite elements; none for complex

    std::int64_t nonfinite() const { return nans + infinities; }
};

// One pass over the elements, in row-major order, on one thread. None where strides make so many elements of few
// stored ones that this would take too long. Precondition: array.isReadable().
std::optional<Statistics> statisticsOf(const Array& array);

} // namespace tscope
