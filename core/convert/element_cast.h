// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "element/element.h"

namespace tscope {

// An element as another type: real numbers to the nearest value of it (ties to even), towards zero where it has
// whole numbers only. Fails where the number lies outside the type, where an imaginary part would be lost, and for
// what is not to be read. To bool: whether it is not zero.
Result<Element> castElement(const Element& element, const DType& type);

// The sum of two elements of one type, rounded to it once; of integers modulo their range, as they are added
// everywhere; of bools whether one holds. Fails for types that nothing is computed in.
Result<Element> sumOfElements(const Element& a, const Element& b);

} // namespace tscope
