// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// Which elements of two tensors differ by more than a tolerance: |a - b| > atol + rtol * |b|.
const OpSpec& differOp();

} // namespace tscope
