// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/convert/radix_sort.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tscope::cpu {

// Values that go with their entry: up to eight bytes in the item itself, longer ones are fetched by position.
inline bool fitsItem(std::int64_t itemBytes)
{
    return itemBytes == 1 || itemBytes == 2 || itemBytes == 4 || itemBytes == 8;
}

// Sets items [first, first + count) of `out` to the values, or to the positions where there are none to hold.
void loadValuesAsItems(const std::byte* values, std::int64_t itemBytes, std::int64_t first, std::int64_t count,
                       KeyedItem* out);

// Writes the values of sorted items where the first of them belongs.
void storeItems(const KeyedItem* items, std::int64_t count, const std::byte* values, std::int64_t itemBytes,
                std::byte* to);

// Writes the lowest bits of (key >> shift), masked, as indices.
template <class I>
void storeKeys(const KeyedItem* items, std::int64_t count, int shift, std::uint64_t mask, I* to);

} // namespace tscope::cpu
