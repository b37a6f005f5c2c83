// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "tensor/tensor.h"

namespace tscope {

// The same tensor with its size filled in where none is claimed and the members tell it: who asks many questions
// of a tensor pays for the look at the members once. Shares all storages.
Tensor withKnownSize(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope
