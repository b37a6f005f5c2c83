// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "tensor/tensor.h"

#include <vector>

namespace tscope {

// The index slots and the value slots of the stored entry that this slot belongs to, also where the entry lies
// outside the size, so that no element is read there: each is one that speaks of the same index. Nothing where the
// layout stores no such entries, or the slot is of none.
std::vector<Slots> slotsOfEntry(const Tensor& tensor, const IndexOfSlots& indexOf, std::string_view role,
                                std::int64_t slot);

} // namespace tscope
