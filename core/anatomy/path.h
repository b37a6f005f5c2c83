// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"
#include "element/element.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope {

// One step of a read path, with its numbers in the text: "crow_indices[1] = 2, crow_indices[2] = 4: row 1 has
// entries 2..3".
struct Step {
    std::string text;
    std::optional<Slots> slots = {};   // what was read, if a member was
    std::optional<Element> value = {}; // what stood there (of the first slot)
};

// How the element at a logical index is found.
struct Path {
    bool found = false; // a stored entry exists
    Element value;      // 0 when not stored; the sum of duplicates
    std::vector<Step> steps;
    std::vector<Slots> places; // every place read that decided the answer, value slots included
    // Where no entry is stored: the index slots of the entries that would be its neighbours, or the part of the
    // member where it was looked for. Nothing where it could be anywhere.
    std::optional<Slots> gap = {};
};

// All elements that read one slot, in row-major order of their index.
struct Readers {
    std::vector<Extents> elements; // the first ones
    std::int64_t count = 0;        // exact
    bool truncated = false;        // more than listed
    std::int64_t withoutValue = 0; // of all: their index is stored, their value is not
};

} // namespace tscope
