// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/torch/arrays.h"
#include "tensor/tensor.h"

namespace tscope {

// The tensor of any layout that a value of a pickle stands for. Broken ones come out as they are; what can't be
// understood is an error. Precondition: arrays.isTensor(value).
Result<Tensor> readTorchTensor(TorchArrays& arrays, PickleTree::Id value);

} // namespace tscope
