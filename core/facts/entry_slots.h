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

// The slots of this member and of the values that belong to the same stored entry. The entry is found by its
// number alone, without the inverse index, which may cost a pass over all slices. Nothing where the member has
// another number of entries than the values. Precondition: the member holds the indices of entries, or their
// values.
std::vector<Slots> slotsOfEntry(const Tensor& tensor, std::string_view role, std::int64_t slot);

} // namespace tscope
