// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/op_spec.h"

namespace tscope {

// Over any dims, of all elements, also those that are not stored. Whole numbers add up to int64; a mean is of
// numbers with fractions only; a NaN is the least and the greatest.
const OpSpec& sumOp();
const OpSpec& meanOp();
const OpSpec& aminOp();
const OpSpec& amaxOp();

} // namespace tscope
