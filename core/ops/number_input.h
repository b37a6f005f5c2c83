// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <optional>
#include <string_view>

namespace tscope {

// "2", "-0.5", "1+2j" where an operation takes a tensor: one without dims. Of the types of its kind it has the one
// that fits the tensor beside it, as Python's numbers do in PyTorch; alone a real one is a float32. Nothing: that
// is no number.
std::optional<Tensor> numberTensor(std::string_view text, const DType& beside);

} // namespace tscope
