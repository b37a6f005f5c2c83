// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "io/torch/arrays.h"
#include "tensor/document.h"

namespace tscope {

// Everything that a pickle holds, by its path in it: "model.layers[3].weight". Tensors as such, all else that
// stands by itself as text.
Result<Document> readTorchObject(TorchArrays& arrays, PickleTree::Id root, WarningList& warnings,
                                 const Watch& watch);

} // namespace tscope
