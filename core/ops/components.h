// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <functional>
#include <vector>

namespace tscope {

// The elements of components that lie packed one behind the other, as the rows of one strided matrix: what is done
// to each row alone is done to each component.
struct ComponentRows {
    Tensor rows; // strided; shares the buffer
    // The same components over other rows, whose last extent may be another one.
    std::function<Result<Tensor>(const Tensor& rows)> wrap;
};

// Of nested and jagged tensors. Fails where components do not lie so, or differ in their last extent.
Result<ComponentRows> rowsOfComponents(const Tensor& tensor);
// All elements as one row, which stays as long as it is: for what is done to each element alone.
Result<ComponentRows> elementsOfComponents(const Tensor& tensor);

// Whether the components of two nested or two jagged tensors have the same sizes and lie alike.
bool haveSameComponents(const Tensor& a, const Tensor& b);

} // namespace tscope
