// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "literals/json_tree.h"
#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace tscope {

// A tensor as it was read, with the members that still wait for another member's storage.
struct JsonTensor {
    struct Shared {
        const RoleSpec* role;
        std::string target; // "tensor/member", or "member" of the same tensor
        JsonTree::Index at;
    };

    std::string name = {};
    Tensor tensor = {};
    std::vector<Shared> shared = {};
};

// Gives every waiting member the storage it names. Fails when a target is not there or storages only name
// each other.
Result<void> shareStorages(const JsonTree& tree, std::vector<JsonTensor>& tensors);

} // namespace tscope
