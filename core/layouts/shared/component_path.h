// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/path.h"
#include "tensor/tensor.h"

namespace tscope {

// What the layouts made of components (nested, jagged) share when they tell how an element is found.

// "member[2]" or "member[2]..member[3]", for the slots [begin, end).
std::string slotsText(std::string_view member, std::int64_t begin, std::int64_t end);
// "2..4" for the run [2, 5): the last one is named, as everywhere. Precondition: begin < end.
std::string runText(std::int64_t begin, std::int64_t end);
// A step that reads these slots of a readable member, and their place.
void readSlots(Path& path, const Member& member, std::int64_t begin, std::int64_t end, std::string text);
// The last step: the element of `values` that stands at `offset` of its storage. `slot` is where the member shows
// it, if it does. An element that is known to be there but has no bytes is found, its value unknown.
void readValue(Path& path, const Member& values, std::int64_t offset, std::optional<std::int64_t> slot,
               std::string text);
// A value that nobody can tell: of no known type, shown as "?".
Element unknownValue();

// Lists all indices of `sizes` behind the numbers in `lead` (and counts them), in row-major order.
void addAllElements(Readers& readers, const Extents& lead, const Extents& sizes, std::int64_t limit);
void addElement(Readers& readers, Extents index, std::int64_t limit);

// The next index in row-major order; false after the last. Precondition: the index lies inside.
bool advance(Extents& index, const Extents& sizes);

// Fails when the member has no such slot.
Result<void> checkSlot(const Member& member, std::int64_t slot);

} // namespace tscope
