// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"
#include "proof/prove.h"

#include <complex>
#include <vector>

namespace tscope::timing {

// Few numbers as tensors and back, one by one: for what is compared, not timed.
struct SmallStrided {
    Extents size;
    std::vector<std::complex<double>> numbers; // row-major
};

// The type in which numbers of that type are computed with care: double precision; whole numbers stay what they
// are.
DType wideTypeOf(const DType& type);
std::complex<double> complexOf(const Element& element);
// The nearest of that type, infinity beyond the largest; fails where there is none.
Result<Element> elementOf(std::complex<double> number, const DType& type);
Result<Sound> soundOf(const SmallStrided& small, const DType& type);
std::vector<std::complex<double>> numbersOf(const Array& array); // precondition: it is readable

} // namespace tscope::timing
