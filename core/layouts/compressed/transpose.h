// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

namespace tscope {

// The transpose of the two sparse dims as a view: csr <-> csc, bsr <-> bsc over the same three storages, zero
// bytes moved. The indices only change their name; blocks of the values swap their dims, so that they then lie
// column by column. Works on broken tensors too. Fails (invalidArgument) for other layouts, and when values that
// should be blocks have too few dims to swap.
Result<Tensor> transposedView(const Tensor& tensor);

} // namespace tscope
