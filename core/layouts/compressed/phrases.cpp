// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/phrases.h"

#include "base/human_numbers.h"
#include "base/say.h"
#include "layouts/compressed/neighbours.h"
#include "layouts/compressed/reading.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

constexpr PlacePattern places[]{
    {"1.1", "", "{compressed} is {actual}, but the index type is {expected}"},
    {"1.2", "", "{plain} is {actual}, but the index type is {expected}"},
    {"1.3", "", "the index type is {actual}"},
    {"1.4", "", "{values} is {actual}, but the tensor is declared as {expected}"},
    {"1.5", "", "the values are {actual}"},
    {"1.6", "ncompressed", "there are {actual#} {slices}, and the index type ends at {limit#}"},
    {"1.6", "nplain", "there are {actual#} {others}, and the index type ends at {limit#}"},
    {"1.6", "nnz", "there are {actual#} entries, and the index type ends at {limit#}"},
    {"2.1", "", "{compressed} is {actual}, not strided"},
    {"2.2", "", "{plain} is {actual}, not strided"},
    {"2.3", "", "{values} is {actual}, not strided"},
    {"2.4", "", "the tensor is tagged {actual}, but read as {expected}"},
    {"3.1", "ndim", "the size has {actual|dim|dims}; the members need {expected}"},
    {"3.1", "negative", "dim {dim} of the size is {actual}"},
    {"3.1", "block", "dim {dim} of the size is {actual#}, no multiple of the block extent {block#}"},
    {"3.2", "", "{compressed} has {actual|dim|dims}; it should have {expected}"},
    {"3.2", "", "{compressed} has {actual|dim|dims}; it should have {expected_at_least} or more"},
    {"3.3", "", "{plain} has {actual|dim|dims}; it should have {expected}"},
    {"3.4", "", "{values} has {actual|dim|dims}; it should have {expected}"},
    {"3.4", "", "{values} has {actual|dim|dims}; it should have {expected_at_least} or more"},
    {"3.5", "", "{compressed} has stride {actual} along its last dim, not {expected}"},
    {"3.5", "", "{compressed} has strides {actual}"},
    {"3.6", "", "{plain} has stride {actual} along its last dim, not {expected}"},
    {"3.6", "", "{plain} has strides {actual}"},
    {"3.7", "", "{values} has strides {actual}"},
    {"3.8", "batch", "{compressed} has batch dims {actual}; those of the size are {expected}"},
    {"3.8", "length", "{compressed} has {actual|pointer|pointers}; the size needs {expected#}"},
    {"3.9", "batch", "{plain} has batch dims {actual}; those of the size are {expected}"},
    {"3.9", "length", "{plain} has {actual|entry|entries}; {values} has {expected#}"},
    {"3.10", "batch", "{values} has batch dims {actual}; those of the size are {expected}"},
    {"3.10", "block", "{values} has blocks of {actual}"},
    {"3.10", "dense", "{values} has dense dims {actual}; those of the size are {expected}"},
    {"3.11", "overflow", "the number of elements does not fit 64 bits"},
    {"3.11", "cached", "the tensor is declared to have {actual|element|elements}; its size makes {expected#}"},
    {"3.12", "", "the product is {actual#} at dim {dim}"},
    {"4.1", "", "{values} is on {actual}"},
    {"4.2", "", "{compressed} is on {actual}, the tensor on {expected}"},
    {"4.3", "", "{plain} is on {actual}, the tensor on {expected}"},
    {"4.4", "", "{values} is on {actual}, the tensor on {expected}"},
    {"4.5", "", "{pinned members}"},
    {"4.6", "", "{nnz|entry is|entries are} stored on the meta device"},
    {"5.1", "", "{in batch}{compressed} starts at {actual}, not at {expected}"},
    {"5.2", "", "{in batch}{compressed} ends at {actual}, but {expected|entry is|entries are} stored"},
    {"5.2", "", "{in batch}{compressed} ends at {actual}, but only {limit|entry is|entries are} stored"},
    {"5.3", "decreasing", "{here}: {compressed} falls from {prev} to {actual}{beyond stored}"},
    {"5.3", "too_many", "{here} spans {length}, but there {only others}"},
    {"5.4", "", "{owner}: {other} {actual} is negative ({entry}){by neighbours}"},
    {"5.4", "", "entry {k}: {other} {actual} is negative ({entry}){by neighbours}"},
    {"5.5", "", "{owner}: {other} {actual} is outside{range} ({entry}){by neighbours}"},
    {"5.5", "", "entry {k}: {other} {actual} is outside{range} ({entry}){by neighbours}"},
    {"5.6", "duplicate", "{here} has {other} {actual} twice (entries {before} and {k}){or wrong}"},
    {"5.6", "unsorted", "{here}: {other} {actual} at entry {k} comes after {other} {prev}"},
    {"6.1", "", "{member} requires a gradient"},
    {"CU-2", "rows*cols", "rows times columns is {actual#}, which does not fit 64 bits"},
    {"CU-2", "nnz", "{actual|entry is|entries are} stored, but there are only {limit#} places for them"},
    {"CU-3", "", "blocks are {actual}"},
    {"CU-4", "", "{here}: {other} {actual} appears again at entry {k}"},
    {"CU-5", "", "{here}: {other} {actual} at entry {k} comes after {other} {prev}"},
    {"CU-7", "batch", "there are {actual|batch dim|batch dims}, and at most {expected} can be used"},
    {"CU-7", "dense", "there are {actual|dense dim|dense dims}, and none can be used"},
    {"SP-1", "batch", "there are {actual|batch dim|batch dims}, and none can be used"},
    {"SP-1", "dense", "there are {actual|dense dim|dense dims}, and none can be used"},
    {"SP-3", "", "{member} is {actual}"},
};

// The batch of a witness; empty for tensors without.
Extents batchOf(const Witness* witness)
{
    if (const auto* batch = extentsField(witness, "batch"))
        return *batch;
    const auto* index = extentsField(witness, "index");
    return index == nullptr || index->empty() ? Extents{} : Extents(index->begin(), index->end() - 1);
}

std::string batchText(const Extents& batch)
{
    return batch.empty() ? "" : say("batch {0}", batch.size() == 1 ? std::to_string(batch[0]) : text(batch));
}

std::optional<std::string> pinnedMembers(const Tensor& tensor, const Witness* witness)
{
    const auto* value = witness == nullptr ? nullptr : witness->find("actual");
    const auto* flags = value == nullptr ? nullptr : std::get_if<std::vector<bool>>(value);
    if (flags == nullptr || flags->size() != 3)
        return std::nullopt;
    std::string pinned, others;
    std::size_t at = 0;
    for (const auto* role : {"compressed", "plain", "values"}) {
        auto& list = (*flags)[at++] ? pinned : others;
        const auto name = nameOf(tensor, role);
        list = list.empty() ? name : say("{0} and {1}", list, name);
    }
    return say("pinned: {0}; not pinned: {1}", pinned, others);
}

// Where an extent limits the indices: "are only 5 columns".
std::optional<std::string> onlyOthers(const Lines& lines, const Witness* witness)
{
    const auto limit = integerField(witness, "limit");
    if (!limit)
        return std::nullopt;
    const auto count = counted(*limit, lines.other, lines.others);
    return *limit == 1 ? say("is only {0}", count) : say("are only {0}", count);
}

// The indices that an extent allows: " 0..4".
std::optional<std::string> rangeText(const Lines& lines, const Witness* witness)
{
    const auto limit = integerField(witness, "limit");
    if (!limit)
        return std::nullopt;
    return *limit > 0 ? " 0.." + std::to_string(*limit - 1) : say(", there are no {0}", lines.others);
}

// Below what indices of so many batch dims lie by the claimed size; of blocks that takes more than the size.
std::optional<std::int64_t> claimedLimit(const Tensor& tensor, std::size_t batchDims)
{
    const auto kind = kindOf(*tensor.layout);
    const auto dim = batchDims + (kind.rows ? 1 : 0);
    return !kind.blocks && tensor.size && dim < tensor.size->size() ? std::optional((*tensor.size)[dim])
                                                                    : std::nullopt;
}

// What the entries beside a wrong index say of it; nothing where they say nothing.
std::string byNeighbours(const Tensor& tensor, const Extents& entry, const Witness* witness)
{
    auto limit = integerField(witness, "limit");
    if (!limit && !entry.empty())
        limit = claimedLimit(tensor, entry.size() - 1);
    const auto range = limit ? allowedByNeighbours(tensor, entry, limit) : std::nullopt;
    if (!range)
        return {};
    return range->low == range->high ? say("; its sorted neighbours allow only {0}", range->low)
                                     : say("; its sorted neighbours allow {0} to {1}", range->low, range->high);
}

// Of two entries with the same index the one that may have a wrong number: the second, where its neighbours leave
// room.
std::string orWrong(const Tensor& tensor, const Witness* witness)
{
    const auto k = integerField(witness, "k");
    auto entry = batchOf(witness);
    const auto limit = claimedLimit(tensor, entry.size());
    entry.push_back(-1);
    for (const auto at : {k.value_or(0), k.value_or(0) - 1}) {
        entry.back() = at;
        if (const auto range = at >= 0 ? allowedByNeighbours(tensor, entry, limit) : std::nullopt)
            return range->low == range->high
                       ? say(", or the number at entry {0} is wrong: its sorted neighbours allow only {1}", at,
                             range->low)
                       : say(", or the number at entry {0} is wrong: its sorted neighbours allow {1} to {2}", at,
                             range->low, range->high);
    }
    return {};
}

// Added where a slice begins behind all that is stored.
std::string beyondStored(const Tensor& tensor, const Witness* witness)
{
    const auto before = integerField(witness, "prev");
    const auto* values = tensor.find("values");
    const auto dims = batchOf(witness).size();
    if (!before || values == nullptr || values->array.geometry.sizes.size() <= dims)
        return {};
    const auto stored = values->array.geometry.sizes[dims];
    return *before <= stored ? std::string() : say(", and only {0|entry is|entries are} stored", stored);
}

std::optional<std::string> span(const Witness* witness)
{
    const auto before = integerField(witness, "prev"), after = integerField(witness, "actual");
    if (!before || !after)
        return std::nullopt;
    const auto length = Wide(*after) + Wide::product(*before, -1);
    return say("{0|entry|entries} ({1} to {2})", length, *before, Wide(*after) + Wide(-1));
}

std::optional<std::string> term(const Tensor& tensor, const Witness* witness, std::string_view name)
{
    const auto lines = linesOf(*tensor.layout);
    if (name == "slice")
        return lines.slice;
    if (name == "slices")
        return lines.slices;
    if (name == "other")
        return lines.other;
    if (name == "others")
        return lines.others;
    if (name == "in each batch") {
        const auto* member = tensor.find("compressed");
        return member != nullptr && member->array.geometry.rank() > 1 ? say(" in each batch entry") : "";
    }
    if (name == "of whole blocks")
        return kindOf(*tensor.layout).blocks ? say(", and whole blocks along both sparse dims") : "";
    if (name == "and of blocks")
        return kindOf(*tensor.layout).blocks ? say(", one for the entries and two for the blocks")
                                             : say(" and one for the entries");
    if (name == "and has blocks")
        return kindOf(*tensor.layout).blocks ? say(", and blocks of at least one row and column") : "";
    if (name == "in blocks")
        return kindOf(*tensor.layout).blocks ? say(", by rows or by columns within each block") : "";
    if (witness == nullptr)
        return std::nullopt;
    if (name == "in batch") {
        const auto batch = batchOf(witness);
        return batch.empty() ? "" : say("{0}: ", batchText(batch));
    }
    if (name == "here") {
        const auto i = integerField(witness, "i");
        return i ? std::optional(sliceText(tensor, batchOf(witness), *i - 1)) : std::nullopt;
    }
    const auto* entry = extentsField(witness, "index");
    if (name == "k" && entry != nullptr && !entry->empty())
        return std::to_string(entry->back());
    if (name == "owner")
        return entry == nullptr ? std::nullopt : ownerOf(tensor, *entry);
    if (name == "entry" && entry != nullptr)
        return nameOf(tensor, "plain") + subscript(*entry);
    if (name == "before") {
        const auto k = integerField(witness, "k");
        return k ? std::optional(std::to_string(*k - 1)) : std::nullopt;
    }
    if (name == "or wrong")
        return orWrong(tensor, witness);
    if (name == "by neighbours" && entry != nullptr)
        return byNeighbours(tensor, *entry, witness);
    if (name == "range")
        return rangeText(lines, witness);
    if (name == "only others")
        return onlyOthers(lines, witness);
    if (name == "beyond stored")
        return beyondStored(tensor, witness);
    if (name == "length")
        return span(witness);
    if (name == "pinned members")
        return pinnedMembers(tensor, witness);
    return std::nullopt;
}

} // namespace

constinit const Phrases phrases{places, term};

Lines linesOf(const Layout& layout)
{
    const auto kind = kindOf(layout);
    const auto row = kind.blocks ? say("block row") : say("row");
    const auto rows = kind.blocks ? say("block rows") : say("rows");
    const auto column = kind.blocks ? say("block column") : say("column");
    const auto columns = kind.blocks ? say("block columns") : say("columns");
    return kind.rows ? Lines{row, rows, column, columns} : Lines{column, columns, row, rows};
}

std::string sliceText(const Tensor& tensor, const Extents& batch, std::int64_t slice)
{
    const auto where = batchText(batch);
    const auto kind = kindOf(*tensor.layout);
    const auto line = kind.rows     ? kind.blocks ? say("block row {0}", slice) : say("row {0}", slice)
                          : kind.blocks ? say("block column {0}", slice)
                                    : say("column {0}", slice);
    return where.empty() ? line : say("{0}, {1}", where, line);
}

std::optional<std::string> ownerOf(const Tensor& tensor, const Extents& entry)
{
    const auto own = sliceHolding(tensor, entry);
    return own ? std::optional(sliceText(tensor, own->batch, own->slice)) : std::nullopt;
}

} // namespace tscope::compressed
