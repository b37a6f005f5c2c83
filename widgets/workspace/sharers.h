// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <utility>
#include <vector>

namespace tscope {

// The other open tensors that are views of a storage in which the change sets elements, as it makes them: what is
// written into one is written into all that share its bytes. None for changes that put other memory in the place
// of members. Duplicates lie in storages of their own (withOwnStorages), though the bytes are the same.
std::vector<std::pair<SubjectId, TensorPtr>> sharersOf(const std::vector<Subject>& all, const Subject& changed,
                                                       const Change& change);

} // namespace tscope
