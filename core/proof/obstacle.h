// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "tensor/tensor.h"

namespace tscope {

// The first rule that keeps kernels off a tensor, by a report on it: one that guards memory and is broken, could
// not be evaluated or is not asked about. Null: none. The tensor has a layout.
const Rule* obstacleIn(const Report& report, const Tensor& tensor);

} // namespace tscope
