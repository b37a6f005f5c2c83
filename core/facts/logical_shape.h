// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

namespace tscope {

// The box that all logical indices of a tensor lie in, however it is laid out.
struct LogicalShape {
    Extents extents;     // never negative; the largest of all components
    bool ragged = false; // components differ, so some of the box is nobody's
};

// Fails with what stands in the way: no size claimed and none told, sizes of components that can't be read.
Result<LogicalShape> logicalShape(const Tensor& tensor);

} // namespace tscope
