// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "tensor/tensor.h"

#include <optional>

namespace tscope::timing {

// Whether the entries of a coo matrix are stored in the order of their rows, which makes products with it faster.
// Nothing: it is no coo matrix, its indices can't be read, or the watch was stopped.
std::optional<bool> areInRowOrder(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope::timing
