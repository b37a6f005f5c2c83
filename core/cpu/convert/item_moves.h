// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/convert/keyed_item.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tscope::cpu {

// Values that go with their entry: up to eight bytes in the item itself, longer ones are fetched by position.
inline bool fitsItem(std::int64_t itemBytes)
{
    return itemBytes == 1 || itemBytes == 2 || itemBytes == 4 || itemBytes == 8;
}

// Calls use(itemAt) once: itemAt(k) is the value of entry k as an item, or k itself where there are none to hold.
template <class Use>
void withItems(const std::byte* values, std::int64_t itemBytes, const Use& use)
{
    const auto useAs = [&]<class T>(T) {
        use([values](std::int64_t k) -> std::uint64_t {
            T value;
            std::memcpy(&value, values + k * static_cast<std::int64_t>(sizeof(T)), sizeof value);
            return value;
        });
    };
    switch (values == nullptr ? 0 : itemBytes) {
    case 1:
        return useAs(std::uint8_t{});
    case 2:
        return useAs(std::uint16_t{});
    case 4:
        return useAs(std::uint32_t{});
    case 8:
        return useAs(std::uint64_t{});
    default:
        return use([](std::int64_t k) { return static_cast<std::uint64_t>(k); });
    }
}

// Writes the values of sorted items where the first of them belongs.
void storeItems(const KeyedItem* items, std::int64_t count, const std::byte* values, std::int64_t itemBytes,
                std::byte* to);

// Writes the lowest bits of (key >> shift), masked, as indices.
template <class I>
void storeKeys(const KeyedItem* items, std::int64_t count, int shift, std::uint64_t mask, I* to);

} // namespace tscope::cpu
