// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/index_box.h"
#include "anatomy/layout.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tscope {

// A stored element that the tensor's size has no room for.
struct OutsideElement {
    Extents index;               // some number of it is negative or too large
    std::int64_t valueSlot = -1; // -1: no slot shows it
    bool operator==(const OutsideElement&) const = default;
};
struct Outside {
    std::vector<OutsideElement> first; // some of them, in the order in which they are met
    std::int64_t count = 0;            // of all, exact
};

// One entry can have any number of elements in dense dims.
inline constexpr std::int64_t mostOutsideCounted = 1 << 20;

// All of them in one pass over the entries or two; lists at most `limit`. Fails where the members can't be read,
// where there are more than can be counted, or when the watch stops.
Result<Outside> outside(const Tensor& tensor, std::int64_t limit, const Watch& watch = {});

// Layout::entriesWithin, or the same through `entries` of a layout that has no quicker way.
Result<void> entriesWithin(const Tensor& tensor, std::span<const IndexBox> boxes, const EntryVisitor& visit);

} // namespace tscope
