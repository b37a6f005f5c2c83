// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// Components, however they lie, in one dense tensor as large as the largest of them, filled where none reaches.
const OpSpec& toPaddedOp();
// Back: of each entry of a dense tensor the corner of the size that a component of another tensor has.
const OpSpec& fromPaddedOp();

} // namespace tscope
