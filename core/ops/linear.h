// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// What a layer of a network does to the last dim: each row times the transpose of one matrix. Also in each
// component of a nested or jagged tensor.
const OpSpec& linearOp();

} // namespace tscope
