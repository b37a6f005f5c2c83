// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <optional>

namespace tscope {

// Two arrays of one size may hold their elements in different orders in memory: by row, by column, from behind.
// The elements in the order of their addresses, those of one address in row-major order: the index in `a` where
// the two sequences part first; nothing where they are the same. Elements that interleave in more than 65,536
// places are taken in the order of their strides. Precondition: both are well formed and of the same size.
std::optional<Extents> firstOutOfOrder(const Geometry& a, const Geometry& b);

} // namespace tscope
