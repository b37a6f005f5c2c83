// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/dtype.h"
#include "facts/distance.h"

#include <optional>

namespace tscope {

// The one of two floating-point types, or of two complex ones, whose numbers the other has too. Nothing where they
// are the same and where neither has all numbers of the other.
std::optional<ElementType> coarserOf(const DType& a, const DType& b);

// Two types that are compared, as their elements are stored.
struct RoundedTypes {
    DType a, b;
    ElementType coarser = ElementType::f32;
};
std::optional<RoundedTypes> roundedTypesOf(const DType& a, const DType& b); // nothing: none is the coarser

// Whether two numbers that differ are the same once they are rounded to the coarser type, complex ones by their
// parts. Not where one is beyond its range.
bool areSameRounded(std::complex<ExactReal> a, std::complex<ExactReal> b, ElementType coarser);

} // namespace tscope
