// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "tensor/edit.h"

namespace tscope {

// What the layout says about its own broken tensors.
extern const Advice nestedAdvice;

void nestedCauses(const Reading& reading, Report& report);

} // namespace tscope
