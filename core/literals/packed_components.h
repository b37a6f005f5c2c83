// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "memory/storage.h"
#include "tensor/tensor.h"

#include <vector>

namespace tscope {

// A nested tensor whose components lie one after the other in `buffer`, row-major. Fails when the components
// have different numbers of dims. Precondition: the products of the shapes add up to the elements of the buffer.
Result<Tensor> packedComponents(const std::vector<Extents>& shapes, const DType& dtype, StoragePtr buffer);

} // namespace tscope
