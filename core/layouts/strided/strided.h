// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

namespace tscope {

const Layout& stridedLayout();

// An array as a tensor of that layout.
Tensor stridedOf(Array array);

} // namespace tscope
