// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "tensor/tensor.h"

#include <string>

namespace tscope::timing {

// 32 hexadecimal digits that depend on the elements of a tensor that are not zero, where they stand and its size,
// not on how they are stored: a matrix has the same in each layout. Of large ones some rows are looked at. Empty
// where it can't be read, or when it is stopped.
std::string contentHashOf(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope::timing
