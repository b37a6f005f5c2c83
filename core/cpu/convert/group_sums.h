// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/convert/keyed_item.h"
#include "element/dtype.h"

#include <cstddef>
#include <cstdint>

namespace tscope::cpu {

// Sums the values of each group: items [starts[g], starts[g + 1]) for g in [0, groups), in this order, to item g
// of `to`. `values` null: the items hold the values; else their positions in it.
using GroupSums = void (*)(const KeyedItem* items, const std::int64_t* starts, std::int64_t groups,
                           const std::byte* values, std::int64_t itemBytes, std::byte* to);

// Null: elements of this type have no sum.
GroupSums groupSums(ElementType type);

} // namespace tscope::cpu
