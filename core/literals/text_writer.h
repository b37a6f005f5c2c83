// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <string>

namespace tscope {

// The call of torch that makes the tensor, as readTextLiteral() reads it back with the same elements and as Python
// does behind `import torch`. Broken tensors stay broken. Strides, offsets, shared storages and which NaN it was
// have no words in it. Fails for layouts of components, for elements that can't be read, and where readers take no
// text that long.
Result<std::string> writeTextLiteral(const Tensor& tensor);

} // namespace tscope
