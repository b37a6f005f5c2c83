// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tscope {

// Bounds between parts that lie one behind the other, such as row pointers or offsets: so that they begin at 0,
// never fall and end at `last`, with as few of them changed as possible, each to the nearest that its neighbours
// allow. Where several ways change as few, each is raised to the largest before it.
std::vector<std::int64_t> orderedBounds(std::span<const std::int64_t> bounds, std::int64_t last);

} // namespace tscope
