// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/form.h"
#include "anatomy/index_box.h"
#include "anatomy/path.h"
#include "anatomy/reading.h"
#include "anatomy/role.h"
#include "anatomy/rule.h"
#include "base/result.h"
#include "base/watch.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tscope {

struct Advice;
struct Binning;
struct Phrases;
struct Tally;
struct Tensor;

// Called once for each stored element: its logical index and the row-major position of its value in the member
// of kind `values`. Returns false to stop.
using EntryVisitor = std::function<bool(const Extents& index, std::int64_t valueSlot)>;

// What one slot of a member opens in another: a pointer its slice of the entries, an offset its component.
struct Span {
    std::int64_t number = 0; // of the slice or component, within its batch entry
    Slots from;              // the slots that say so
    Slots over;              // as far as they are there; may be empty, and runs backwards where the claim does
    // What those slots say, [begin, end), in what they count: entries, rows, elements. Stops where 64 bits end.
    std::int64_t claimedBegin = 0, claimedEnd = 0;
    bool reachesBefore = false, reachesBehind = false; // all that is there

    bool falls() const { return claimedEnd < claimedBegin; }
    bool isSound() const { return !falls() && !reachesBefore && !reachesBehind; }
};
using SpanVisitor = std::function<bool(const Span&)>; // returns false to stop

// The first logical index that slots of a member speak of, broken as it may be: that of an entry which lies
// outside the size, of the first element of a slice. Nothing where none can be told.
using IndexOfSlots = std::function<std::optional<Extents>(const Slots&)>;

// All that the house knows of a layout. Views, commands, checks and diffs work from this alone, so a new
// layout is one such value in one folder, and a line in the registry.
struct Layout {
    std::string_view name;                        // "csr"
    std::string_view family;                      // "compressed": layouts that share rules and contracts
    std::span<const std::string_view> otherNames; // accepted in input: "nested_strided", "torch.sparse_csr"
    std::span<const RoleSpec> roles;
    std::span<const Rule> rules;

    std::unique_ptr<Reading> (*read)(const Tensor&, const ReadOptions&) = nullptr;

    // The element at `index`. Fails (invalidArgument) when the index has the wrong rank or lies outside the size;
    // on a broken tensor goes as far as can be read and says in the last step what stopped it.
    Result<Path> (*locate)(const Tensor&, const Extents& index) = nullptr;
    // All elements whose reading looks at that slot (row-major position) of a member; lists at most `limit`.
    Result<Readers> (*readersOf)(const Tensor&, std::string_view role, std::int64_t slot,
                                 std::int64_t limit) = nullptr;
    // Every stored element in stored order, duplicates and all. Skips what can't be read or lies outside the size.
    Result<void> (*entries)(const Tensor&, const EntryVisitor&) = nullptr;

    // Every stored element whose index lies in one of the boxes (of which no two meet), also outside the size,
    // also those whose value can't be read: where no slot shows it, the slot is -1. Those of one index come in
    // stored order. Fails where the members can't be read. Looks at what it must, not at all entries; null:
    // `entries` will do.
    Result<void> (*entriesWithin)(const Tensor&, std::span<const IndexBox> boxes, const EntryVisitor&) = nullptr;

    // The spans that lie over the slots [begin, end) of a member, or at their ends if empty, in the order of what
    // opens them, also those that fall or reach outside. Null: no member opens anything in another.
    void (*spansOver)(const Tensor&, std::string_view role, std::int64_t begin, std::int64_t end,
                      const SpanVisitor&) = nullptr;

    // Counts the stored elements by where they stand, into a grid that is all zeros; of layouts that store every
    // element, those that are not zero. Null: what `entries` visits is counted one by one.
    Result<void> (*tally)(const Tensor&, const Binning&, const Watch&, Tally&) = nullptr;
    // Made once for many questions about one tensor, which it borrows. Null: the first reader of a slot tells.
    IndexOfSlots (*indexOfSlots)(const Tensor&) = nullptr;

    // The members, in role order, of a tensor of that form that stores so many entries (blocks) in each batch
    // entry. Nothing where a size leaves 64 bits. Null: operations make no tensors of this layout.
    std::optional<std::vector<MemberForm>> (*memberForms)(const Form&, std::int64_t entries) = nullptr;

    const Advice* advice = nullptr;   // causes, misreadings, repairs of this layout's own; may be null
    const Phrases* phrases = nullptr; // how its rules and their places are told; null: in general words
};

} // namespace tscope
