// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/path.h"
#include "layouts/coo/reading.h"

#include <functional>
#include <optional>

namespace tscope {

// Why entries can't be looked for; nothing when they can.
std::optional<std::string> whyNotSearchable(const CooReading& reading);
// Where the value of (entry, dense part) stands in the values, as a row-major position.
Result<std::int64_t> valueSlot(const CooReading& reading, std::int64_t entry, const Extents& dense);
// The tensor claims to be coalesced, and its entries do rise: what was seen is remembered, so that only the first
// search in a tensor pays for the look. Precondition: !reading.whyNoOrder().
bool entriesRise(const CooReading& reading);

// The entries that stand at `wanted`, one coordinate for each sparse dim, in stored order.
struct EntrySearch {
    std::vector<std::int64_t> entries; // the first ones
    std::int64_t count = 0;
    bool halved = false; // found by halving, since the entries are claimed and seen to rise
    // Where none stands: the first entry behind that place, or the number of entries. Nothing where entries are in
    // no order, or too many to look at their order.
    std::optional<std::int64_t> behind = {};
};

inline constexpr std::int64_t mostEntriesFound = 1'000'000;

// Halving where entries rise, else one pass over the coordinates. Calls onProbe(entry, its order relative to
// `wanted`) for each entry that halving looks at.
// Precondition: !reading.whyNoOrder().
EntrySearch findEntries(const CooReading& reading, const Extents& wanted,
                        const std::function<void(std::int64_t entry, int order)>& onProbe);

} // namespace tscope
