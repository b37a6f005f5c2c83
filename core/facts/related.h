// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace tscope {

// What can be pointed at: a logical element, a run of slots of a member, bytes of a storage.
struct ElementPlace {
    Extents index;
    bool operator==(const ElementPlace&) const = default;
};
struct BytePlace {
    std::uint64_t storageId = 0;
    std::int64_t begin = 0, end = 0; // [begin, end)
    bool operator==(const BytePlace&) const = default;
};
using Place = std::variant<ElementPlace, Slots, BytePlace>;

// What goes with a place, in all three ways of looking at a tensor: sorted, merged, each once.
struct Related {
    // Those of the places below that belong to a slice which the slot only ends: a pointer begins one slice and
    // ends the one before it.
    struct Ended {
        std::vector<Extents> elements;
        std::vector<Slots> slots;
        std::vector<BytePlace> bytes;
    };

    std::vector<Extents> elements; // the first ones found
    // Exact for an element and for one slot, and wherever all are listed. Else there are at least so many: what
    // reads two slots is not counted twice, and slots whose readers were not asked for add nothing.
    std::int64_t elementCount = 0;
    bool isAtLeast = false;       // there may be more than are counted
    bool truncated = false;       // there may be more elements, slots or bytes than listed
    std::vector<Slots> slots;     // in the order of the members
    std::vector<BytePlace> bytes; // of these slots, in the order of the members' storages
    Ended ended = {};             // of one pointer; empty for all else
    // Slots of the stored entries that would be the neighbours of an entry that isn't stored. They are not related
    // to the element, but lie where its entry would.
    std::vector<Slots> gap = {};
};

// From an element: all slots whose reading finds it. From slots: the elements that read them and, where these are
// few, what else they read: the index beside a value, the value beside an index. From bytes: the same of all slots
// that have an element there. Never fails: a broken tensor has the relations that can be told, nonsense has none.
// Lists at most `limit` elements and looks at the readers of 4096 slots at most; when the watch stops, what was
// found by then is the answer, truncated.
Related related(const Tensor& tensor, const Place& place, std::int64_t limit, const Watch& watch = {});
// Of several runs of slots, which may be of different members.
Related related(const Tensor& tensor, std::span<const Slots> places, std::int64_t limit, const Watch& watch = {});

// Of several elements: the slots in which those of them are found that are stored.
Related relatedToElements(const Tensor& tensor, std::span<const Extents> elements, const Watch& watch = {});

} // namespace tscope
