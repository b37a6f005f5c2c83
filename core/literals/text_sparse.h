// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "literals/text_tree.h"
#include "literals/warning_list.h"
#include "tensor/tensor.h"

namespace tscope {

// torch's print of a sparse tensor, or a call of one of its constructors.
bool isSparseCall(const TextTree& tree, TextTree::Index call);
Result<Tensor> readSparseCall(const TextTree& tree, TextTree::Index call, WarningList& warnings);

// nested_tensor([...]), as torch prints and takes it.
Result<Tensor> readNestedCall(const TextTree& tree, TextTree::Index call, WarningList& warnings);

} // namespace tscope
