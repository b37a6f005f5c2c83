// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// Element by element: what is not stored is zero. Sums keep all entries of both, products those that both have.
const OpSpec& addOp();
const OpSpec& mulOp();

} // namespace tscope
