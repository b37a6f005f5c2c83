// SPDX-License-Identifier: Apache-2.0
// Conversions between compressed layouts: their entries are there, in another order or in other blocks.
#pragma once

#include "kernels/into_dense.h"
#include "kernels/pattern_out.h"
#include "kernels/words.h"

namespace tscope::kernels {

// Bytes of entries moved from `from` to the places that an order gives them.
struct GatherBytes {
    const std::int64_t* order;
    std::int64_t bytes;
    const std::uint8_t* from;
    std::uint8_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto at = i / bytes, b = i % bytes;
        to[i] = from[order[at] * bytes + b];
    }
};
template <class Word>
struct GatherWords {
    const std::int64_t* order;
    std::int64_t words;
    const Word* from;
    Word* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto at = i / words, w = i % words;
        to[i] = from[order[at] * words + w];
    }
};

template <class Queue>
void gatherItems(Queue& queue, std::int64_t items, std::int64_t bytes, const std::int64_t* order, const void* from,
                 void* to)
{
    const auto as = [&]<class Word>(std::type_identity<Word>) {
        const auto words = bytes / static_cast<std::int64_t>(sizeof(Word));
        queue.each(items * words,
                   GatherWords<Word>{order, words, static_cast<const Word*>(from), static_cast<Word*>(to)});
    };
    if (bytes % 8 == 0)
        as(std::type_identity<std::uint64_t>());
    else if (bytes % 4 == 0)
        as(std::type_identity<std::uint32_t>());
    else
        queue.each(items * bytes, GatherBytes{order, bytes, static_cast<const std::uint8_t*>(from),
                                              static_cast<std::uint8_t*>(to)});
}

// --- csr <-> csc, bsr <-> bsc -----------------------------------------------------------------------------------

// Slices and indices have changed places.
struct Turned {
    Stored from;
    int coordinates() const { return 3; }
    static TSCOPE_BOTH int other(int which) { return which == 0 ? 0 : 3 - which; }
    std::int64_t extentOf(int which) const { return from.extentOf(other(which)); }
    TSCOPE_BOTH std::int64_t coordinate(int which, std::int64_t entry) const
    {
        return from.coordinate(other(which), entry);
    }
};

template <class Queue>
std::int32_t runTranspose(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const Turned turned{withSlices(queue, Stored::of(call->in[0]))};
    const auto total = turned.from.total();
    constexpr int lineAndSlice[]{0, 1}; // of the result: as entries lie, the other index rises
    const auto* order = sortItems(queue, total, CoordinateKeys<Turned>::of(turned, lineAndSlice, 2)).order;
    const auto &from = call->in[0].members[2], &to = call->out->members[2];
    writePattern(queue, *call->out, turned, eachItem(queue, total, order));
    gatherItems(queue, total, turned.from.perEntry() * from.item_size, order, from.data, to.data);
    return queue.code();
}

inline std::int32_t takesSameBlocks(const tscope_call* call, tscope_error* error)
{
    const auto *from = call->in[0].block, *to = call->out->block;
    if (from[0] == to[0] && from[1] == to[1])
        return takesFewDims(call, error);
    failed(error, TSCOPE_UNSUPPORTED, "takes blocks that stay as large as they are only");
    return 0;
}

// --- csr to bsr, csc to bsc -------------------------------------------------------------------------------------

// Entries by the block in which they lie.
struct InBlocks {
    Stored from;
    std::int64_t ofSlice = 1, ofIndex = 1; // extents of a block
    int coordinates() const { return 3; }
    std::int64_t extentOf(int which) const
    {
        return which == 0 ? from.lines : which == 1 ? from.slices / ofSlice : from.width / ofIndex;
    }
    TSCOPE_BOTH std::int64_t coordinate(int which, std::int64_t entry) const
    {
        const auto own = from.coordinate(which, entry);
        return which == 0 ? own : which == 1 ? own / ofSlice : own / ofIndex;
    }
};

struct FillBlocks {
    InBlocks blocks;
    Groups groups;
    std::int64_t bytes, itemBytes; // of an element with its tail, and without
    const std::uint8_t* from;
    std::uint8_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto entry = groups.order[i];
        const auto slice = blocks.from.slice(entry) % blocks.ofSlice,
                   index = blocks.from.indices[entry] % blocks.ofIndex;
        const bool alongRows = blocks.from.alongRows;
        const auto row = alongRows ? slice : index, column = alongRows ? index : slice;
        const auto columns = alongRows ? blocks.ofIndex : blocks.ofSlice;
        const auto block = groups.groupAt(i) * blocks.ofSlice * blocks.ofIndex;
        moveItems(to + (block + row * columns + column) * bytes, from + entry * bytes, bytes, itemBytes);
    }
};

template <class Queue>
struct BlockSearch {
    Queue queue;
    InBlocks blocks;
    Groups groups;

    BlockSearch(const tscope_call& call, tscope_error* error) : queue(call, error) {}
};

template <class Queue>
std::int64_t entriesOfBlocks(const tscope_call* call, tscope_error* error)
{
    auto& [queue, blocks, groups] = stateOf<BlockSearch<Queue>>(*call, error);
    const auto* block = call->out->block;
    blocks.from = withSlices(queue, Stored::of(call->in[0]));
    blocks.ofSlice = block[blocks.from.alongRows ? 0 : 1];
    blocks.ofIndex = block[blocks.from.alongRows ? 1 : 0];
    groups = groupItems(queue, blocks.from.total(), CoordinateKeys<InBlocks>::of(blocks));
    return entriesPerLine(queue, *call, error, blocks, groups);
}

template <class Queue>
std::int32_t runToBlocks(const tscope_call* call, tscope_error* error)
{
    auto& [queue, blocks, groups] = stateOf<BlockSearch<Queue>>(*call, error);
    queue.answerTo(*call, error);
    writePattern(queue, *call->out, blocks, groups);
    const auto &from = call->in[0].members[2], &to = call->out->members[2];
    const auto bytes = blocks.from.tail * from.item_size;
    queue.clear(to.data, groups.count * blocks.ofSlice * blocks.ofIndex * bytes);
    queue.each(groups.items,
               FillBlocks{blocks, groups, bytes, from.item_size, static_cast<const std::uint8_t*>(from.data),
                          static_cast<std::uint8_t*>(to.data)});
    return queue.code();
}

// --- bsr to csr, bsc to csc -------------------------------------------------------------------------------------

// How slices of elements lie that were slices of blocks.
struct SplitBlocks {
    Stored from;
    std::int64_t ofSlice, ofIndex;

    static SplitBlocks of(const Stored& from)
    {
        return {from, from.block[from.alongRows ? 0 : 1], from.block[from.alongRows ? 1 : 0]};
    }
    // Where the entries of slice `inner` of a slice of blocks begin, in a line.
    TSCOPE_BOTH std::int64_t begin(std::int64_t line, std::int64_t slice, std::int64_t inner) const
    {
        const auto first = from.pointer(line, slice), count = from.pointer(line, slice + 1) - first;
        return (first * ofSlice + inner * count) * ofIndex;
    }
};

struct SplitPointers {
    SplitBlocks split;
    IndicesOut to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto slices = split.from.slices * split.ofSlice;
        const auto line = i / (slices + 1), slice = i % (slices + 1);
        to.set(i, slice == slices ? split.from.entries * split.ofSlice * split.ofIndex
                                  : split.begin(line, slice / split.ofSlice, slice % split.ofSlice));
    }
};

struct SplitElements {
    SplitBlocks split;
    std::int64_t bytes, itemBytes;
    IndicesOut indices;
    const std::uint8_t* values;
    std::uint8_t* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto& from = split.from;
        const auto each = split.ofSlice * split.ofIndex;
        const auto entry = i / each, element = i % each;
        const auto row = element / from.block[1], column = element % from.block[1];
        const auto inSlice = from.alongRows ? row : column, inIndex = from.alongRows ? column : row;
        const auto line = entry / from.entries, slice = from.slice(entry);
        const auto before = entry - line * from.entries - from.pointer(line, slice); // of the same slice of blocks
        const auto at =
            line * from.entries * each + split.begin(line, slice, inSlice) + before * split.ofIndex + inIndex;
        indices.set(at, from.indices[entry] * split.ofIndex + inIndex);
        moveItems(to + at * bytes, values + i * bytes, bytes, itemBytes);
    }
};

inline std::int64_t entriesOfSplit(const tscope_call* call, tscope_error*)
{
    const auto& from = call->in[0];
    return from.entries * from.block[0] * from.block[1];
}

template <class Queue>
std::int32_t runSplit(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto split = SplitBlocks::of(withSlices(queue, Stored::of(call->in[0])));
    const auto &from = call->in[0].members[2], &to = call->out->members[2];
    const IndicesOut pointers(call->out->members[0]);
    if (call->out->entries > pointers.most())
        queue.fail(TSCOPE_OVERFLOW, "the result has more entries than its indices can count");
    queue.each(split.from.lines * (split.from.slices * split.ofSlice + 1), SplitPointers{split, pointers});
    queue.each(split.from.total() * split.ofSlice * split.ofIndex,
               SplitElements{split, split.from.tail * from.item_size, from.item_size,
                             IndicesOut(call->out->members[1]), static_cast<const std::uint8_t*>(from.data),
                             static_cast<std::uint8_t*>(to.data)});
    return queue.code();
}

template <class Queue>
void addPatternConversions(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* name, const char* from, const char* to, Run run,
                             Run takes) -> KernelEntry& {
        list.push_back({.op = "convert",
                        .name = name,
                        .layouts = {from},
                        .result = to,
                        .types = anyType,
                        .run = run,
                        .takes = takes});
        return list.back();
    };
    add("convert.transpose", "csr", "csc", runTranspose<Queue>, takesFewDims);
    add("convert.transpose", "csc", "csr", runTranspose<Queue>, takesFewDims);
    add("convert.transpose", "bsr", "bsc", runTranspose<Queue>, takesSameBlocks);
    add("convert.transpose", "bsc", "bsr", runTranspose<Queue>, takesSameBlocks);
    for (const auto& [items, blocks] : {std::pair{"csr", "bsr"}, std::pair{"csc", "bsc"}}) {
        auto& gather = add("convert.gather_blocks", items, blocks, runToBlocks<Queue>, takesFewDims);
        gather.entries = entriesOfBlocks<Queue>;
        gather.release = releaseKept<BlockSearch<Queue>>;
        gather.needs = {"5.6"}; // of two at one place one would be lost
        add("convert.split_blocks", blocks, items, runSplit<Queue>, takesFewDims).entries = entriesOfSplit;
    }
}

} // namespace tscope::kernels
