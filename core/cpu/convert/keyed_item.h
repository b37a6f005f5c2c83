// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::cpu {

// What is sorted: the item is an entry's value (any bytes up to eight) or its position.
struct KeyedItem {
    std::uint64_t key = 0, item = 0;
};

// Bits [lowest, lowest + count) of a key are what is sorted by.
struct KeyBits {
    int lowest = 0, count = 64;
};

} // namespace tscope::cpu
