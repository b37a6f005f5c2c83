// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope {

// The first of `count` runs that may lie over position `begin`: `endOf(run)` is where a run ends. Of few runs the
// very first, as they may come in any order; of many they are taken to rise, and what lies out of order may be
// missed.
template <class EndOf>
std::int64_t firstRunOver(std::int64_t count, std::int64_t begin, EndOf&& endOf)
{
    constexpr std::int64_t few = 4096;
    if (count <= few)
        return 0;
    std::int64_t low = 0, high = count;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (endOf(middle) < begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace tscope
