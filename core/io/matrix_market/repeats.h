// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"

#include <cstdint>

namespace tscope {

// How many entries stand where an earlier one stands too: the format allows it, and their values add up.
// `indices`: two rows of int64 that can be read. Entries in the order of rows or of columns cost one look at each;
// others are sorted, for which up to `memory` bytes are taken. Without enough of it, or stopped: 0.
std::int64_t repeatedMtxEntries(const Array& indices, std::int64_t memory, const Watch& watch);

} // namespace tscope
