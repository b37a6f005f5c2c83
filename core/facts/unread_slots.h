// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <vector>

namespace tscope {

// The runs of slots in [begin, end) of a member that no slice and no component covers: what is stored there
// belongs to no element. None where the layout opens nothing in this member.
std::vector<Slots> unreadSlots(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
                               const Watch& watch = {});

} // namespace tscope
