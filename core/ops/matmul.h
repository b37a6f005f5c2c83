// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// Products of matrices and vectors, also one per batch entry. Sparse times sparse is csr (csc, if both are).
const OpSpec& matmulOp();

} // namespace tscope
