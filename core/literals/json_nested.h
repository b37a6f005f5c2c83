// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "literals/json_elements.h"
#include "literals/json_tree.h"
#include "literals/warning_list.h"
#include "tensor/tensor.h"

namespace tscope {

// A nested tensor from a list of components: nested lists, or shapes that are filled 1, 2, 3, ... in packing
// order. At most 2^24 elements.
Result<Tensor> readJsonComponents(const JsonTree& tree, JsonTree::Index at, const DType& dtype,
                                  WarningList& warnings, JsonAllowance& allowance);

} // namespace tscope
