// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "literals/json_tree.h"
#include "literals/warning_list.h"
#include "tensor/document.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tscope {

// A member that still waits for another member's storage.
struct WaitingMember {
    std::size_t tensor; // its number among those read
    const RoleSpec* role;
    std::string target; // "tensor/member", or "member" of the same tensor
    JsonTree::Index at;
};

// Gives every waiting member the storage it names. Fails when a target is not there or storages only name
// each other; with `despiteFaults` those tensors are taken out instead, each with a warning.
Result<void> shareStorages(const JsonTree& tree, std::vector<NamedTensor>& tensors,
                           const std::vector<WaitingMember>& waiting, WarningList& warnings, bool despiteFaults);

} // namespace tscope
