// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"

#include <cstdint>
#include <optional>

namespace tscope {

// How many entries stand where an earlier one stands too: the format allows it, and their values add up.
// `indices`: two rows of int64 that can be read. Entries in the order of rows or of columns cost one look at each;
// others have to be sorted. Nothing where that would take more than `memory` bytes, or as long as reading them.
std::optional<std::int64_t> repeatedMtxEntries(const Array& indices, std::int64_t memory, const Watch& watch);

} // namespace tscope
