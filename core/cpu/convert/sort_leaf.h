// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/convert/keyed_item.h"

#include <cstdint>

namespace tscope::cpu {

// Twice these items are half of a second-level cache.
inline constexpr std::int64_t mostInLeaf = std::int64_t{1} << 14;
// As many places are written to in turns: their ends are to stay in the caches, and their pages to be known.
inline constexpr int mostDigitBits = 10;
inline constexpr std::int64_t mostBuckets = std::int64_t{1} << mostDigitBits;

// Some bits of a key, by which items are spread over buckets.
struct Digit {
    int shift = 0, bits = 0;
    std::int64_t of(std::uint64_t key) const
    {
        return static_cast<std::int64_t>(key >> shift & ((std::uint64_t{1} << bits) - 1));
    }
    std::int64_t buckets() const { return std::int64_t{1} << bits; }
};

struct LeafSpace {
    KeyedItem items[2][mostInLeaf];
    std::uint32_t counts[8][mostBuckets];
};

// Stable, in the caches: sorts up to mostInLeaf items. They lie where the returned pointer says then: where they
// were or in `space`.
const KeyedItem* sortLeaf(KeyedItem* items, std::int64_t count, KeyBits bits, LeafSpace& space);

} // namespace tscope::cpu
