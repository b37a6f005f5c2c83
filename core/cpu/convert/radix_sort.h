// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "cpu/convert/ending.h"

#include <cstdint>
#include <functional>

namespace tscope::cpu {

// What is sorted: the item is an entry's value (any bytes up to eight) or its position.
struct KeyedItem {
    std::uint64_t key = 0, item = 0;
};

// Where items come from. Called from several threads, for runs of entries in any order.
class KeyedItems
{
public:
    virtual ~KeyedItems() = default;
    virtual void keys(std::int64_t first, std::int64_t count, std::uint64_t* out) const = 0;
    virtual void load(std::int64_t first, std::int64_t count, KeyedItem* out) const = 0;
};

// Bits [lowest, lowest + count) of a key are what is sorted by.
struct KeyBits {
    int lowest = 0, count = 64;
};

// Takes sorted items [first, first + count) of all; runs come in any order, from several threads, each item once.
// A run begins where the sorted bits change. Meanwhile the same run of `space` is free for whoever takes them: the
// items come from there or from somewhere else.
using EmitSorted = std::function<void(std::int64_t first, const KeyedItem* items, std::int64_t count)>;

// Stable. Items are spread by their highest bits over buckets that fit into a cache (a line of each is put
// together before it is written), sorted there, and emitted from there. A bucket that is too large is spread
// again, by all threads if it is a giant, so that no order of the entries and no distribution of the keys makes it
// slow. `space` has room for all items.
Ending radixSort(const KeyedItems& source, std::int64_t count, KeyBits bits, KeyedItem* space,
                 const EmitSorted& emit, const Watch& watch);

} // namespace tscope::cpu
