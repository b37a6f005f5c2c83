// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

namespace tscope {

// A tensor may be sound though its values are on a device that is declared only, so that no byte of them can be
// read, or are of a type that nobody here knows. The error says which member that is.
Result<void> checkIsHere(const Tensor& tensor);

// Bytes that are here, but said to be on another device (where they were saved from), are the processor's in what
// is made of them: some members of a result may be new, others shared. Nothing is copied that lies in one run.
Tensor labelledHere(Tensor tensor);

} // namespace tscope
