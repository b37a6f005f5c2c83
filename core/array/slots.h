// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <span>

namespace tscope {

// How many logical elements read a storage slot: none, one, several.
enum class SlotUse : std::uint8_t { dead, once, shared };

struct SlotRun {
    std::int64_t begin = 0, end = 0; // [begin, end), never empty
    SlotUse use = SlotUse::dead;
    bool operator==(const SlotRun&) const = default;
};

// Which slots of a storage are reached, and how often. When decided, the counts add up to the storage's slots;
// the runs follow each other without a gap from slot 0, neighbours differ, and they cover everything unless
// truncated.
struct SlotMap {
    bool decided = true;
    bool truncated = false; // there are more runs; the counts are complete
    bool outside = false;   // some element lies outside the storage
    std::int64_t dead = 0, once = 0, shared = 0;
    std::vector<SlotRun> runs;
};

// The map of all geometries together over one storage: a slot that two of them read is shared. A geometry that
// is not well formed reaches nothing. Decided within bounded work: always up to 2^26 slots or 2^16 dense rows.
SlotMap slotMap(std::int64_t storageNumel, std::span<const Geometry> geometries, std::size_t mostRuns = 1 << 16);

// Which elements read one slot.
struct SlotReaders {
    std::optional<std::int64_t> count; // exact; nothing when undecided or beyond 64 bits
    std::vector<Extents> indices;      // the first ones in row-major order
    bool complete = true;              // these are all, or as many as asked for
};
SlotReaders readersOf(const Geometry& geometry, std::int64_t slot, std::size_t limit = 1000);

} // namespace tscope
