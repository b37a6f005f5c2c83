// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/item_moves.h"

#include "cpu/convert/stream.h"

#include <algorithm>

namespace tscope::cpu {

namespace {

// Puts a few kilobytes together in the nearest cache, then sends them out in whole lines.
template <class T, class F>
void storeAs(std::int64_t count, std::byte* to, const F& valueOf)
{
    constexpr std::int64_t atOnce = 512;
    alignas(cacheLine) T block[atOnce];
    for (std::int64_t done = 0; done < count; done += atOnce) {
        const auto now = std::min(atOnce, count - done);
        for (std::int64_t i = 0; i < now; ++i)
            block[i] = valueOf(done + i);
        streamCopy(to + done * static_cast<std::int64_t>(sizeof(T)), reinterpret_cast<const std::byte*>(block),
                   static_cast<std::size_t>(now) * sizeof(T));
    }
}

template <class T>
void storeItemsAs(const KeyedItem* items, std::int64_t count, std::byte* to)
{
    storeAs<T>(count, to, [&](std::int64_t i) { return static_cast<T>(items[i].item); });
}

} // namespace

void storeItems(const KeyedItem* items, std::int64_t count, const std::byte* values, std::int64_t itemBytes,
                std::byte* to)
{
    switch (itemBytes) {
    case 1:
        return storeItemsAs<std::uint8_t>(items, count, to);
    case 2:
        return storeItemsAs<std::uint16_t>(items, count, to);
    case 4:
        return storeItemsAs<std::uint32_t>(items, count, to);
    case 8:
        return storeItemsAs<std::uint64_t>(items, count, to);
    default:
        for (std::int64_t i = 0; i < count; ++i)
            streamCopy(to + i * itemBytes, values + static_cast<std::int64_t>(items[i].item) * itemBytes,
                       static_cast<std::size_t>(itemBytes));
    }
}

template <class I>
void storeKeys(const KeyedItem* items, std::int64_t count, int shift, std::uint64_t mask, I* to)
{
    storeAs<I>(count, reinterpret_cast<std::byte*>(to),
               [&](std::int64_t i) { return static_cast<I>(items[i].key >> shift & mask); });
}

template void storeKeys(const KeyedItem*, std::int64_t, int, std::uint64_t, std::int32_t*);
template void storeKeys(const KeyedItem*, std::int64_t, int, std::uint64_t, std::int64_t*);

} // namespace tscope::cpu
