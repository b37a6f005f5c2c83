// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// exp(x - max) / sum of these along one dim; of nested and jagged tensors along the last one of each component.
const OpSpec& softmaxOp();

} // namespace tscope
