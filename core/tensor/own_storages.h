// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

namespace tscope {

// The same tensor on storages of its own, which no other tensor lies in: what is written into it changes no other
// one. Members that share a storage still do. No byte is copied before it is written.
Tensor withOwnStorages(Tensor tensor);

} // namespace tscope
