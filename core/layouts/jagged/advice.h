// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "tensor/edit.h"

namespace tscope {

// What the layout says about its own broken tensors.
extern const Advice jaggedAdvice;

} // namespace tscope
