// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "element/dtype.h"

namespace tscope {

// The element type of a result that two tensors give together, as PyTorch promotes tensors with tensors. Types
// that are only viewed and converted (u16 u32 u64, f8, quantised, opaque) have none.
Result<DType> promote(const DType& a, const DType& b);

// The same of a tensor and a number (a tensor without dims): that changes the kind of the other (integers become
// reals, reals complex), not its width.
Result<DType> promoteByNumber(const DType& tensor, const DType& number);

} // namespace tscope
