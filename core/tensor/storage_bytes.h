// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <cstdint>

namespace tscope {

// The bytes of the storages that the members of a tensor are in, each storage once; those that have bytes, and
// that `given` does not have too.
std::int64_t storageBytes(const Tensor& tensor, const Tensor* given = nullptr);

} // namespace tscope
