// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <vector>

namespace tscope::timing {

// Strided tensors of these sizes, full of numbers that are made up: the same every time, no zeros, of both signs
// where the type has them, and small enough that sums of many stay within their type. Fails where making them
// would take more than `maxBytes` (0: memoryBudget()).
Result<std::vector<Tensor>> madeNumbers(const std::vector<Extents>& sizes, const DType& dtype,
                                        std::int64_t maxBytes = 0);

} // namespace tscope::timing
