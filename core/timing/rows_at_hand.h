// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "tensor/tensor.h"

namespace tscope::timing {

// The same elements so that some rows can be looked at without a look at all: large sparse tensors become csr
// where they can.
Tensor withRowsAtHand(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope::timing
