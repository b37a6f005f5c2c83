// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// The elements of a strided tensor in row-major order, in storage of their own; its dims in another order first,
// if wanted.
const OpSpec& contiguousOp();

} // namespace tscope
