// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <vector>

namespace tscope {

// The runs of slots in [begin, end) of a member that no slice and no component covers, so that no element uses
// what is stored there. Empty where the layout opens no slices in this member, and where too many may lie out of
// order to find them all. `isValid`: a check has found every rule to hold, so pointers and offsets never fall.
std::vector<Slots> unreadSlots(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
                               bool isValid, const Watch& watch = {});

} // namespace tscope
