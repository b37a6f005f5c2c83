// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// The product of two dense matrices where a sparse one has entries, and nowhere else.
const OpSpec& sddmmOp();

} // namespace tscope
