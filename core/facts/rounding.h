// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/dtype.h"
#include "facts/distance.h"

#include <optional>

namespace tscope {

// Of two floating-point types the one whose numbers the other has too. Nothing where they are the same, where
// neither has all numbers of the other, and of complex ones.
std::optional<ElementType> coarserOf(const DType& a, const DType& b);

// Whether two numbers that differ are the same once they are rounded to the coarser type. Not where one becomes
// infinite.
bool areSameRounded(std::complex<ExactReal> a, std::complex<ExactReal> b, ElementType coarser);

} // namespace tscope
