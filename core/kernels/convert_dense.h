// SPDX-License-Identifier: Apache-2.0
// Strided to compressed: blocks (of one element in csr and csc) that have something other than zero are stored.
#pragma once

#include "kernels/into_dense.h"
#include "kernels/pattern_out.h"
#include "kernels/words.h"

namespace tscope::kernels {

// The cells of a strided array, a cell being what becomes one entry if it is no zero. In the order of the result:
// line, slice, index.
struct Cells {
    const std::uint8_t* data = nullptr;
    std::int64_t itemBytes = 0;
    ZeroTest test;
    Lattice<1> lines;
    Lattice<1> inCell; // the elements of one, as they come in an entry
    std::int64_t slices = 0, width = 0, sliceStride = 0, indexStride = 0;

    static Cells of(const tscope_array& from, const tscope_operand& to)
    {
        Cells out;
        const auto rows = to.batch_dims, columns = rows + 1;
        const bool alongRows = hasRowSlices(to);
        out.data = static_cast<const std::uint8_t*>(from.data);
        out.itemBytes = from.item_size;
        out.test = from.type == TSCOPE_OPAQUE ? ZeroTest{} : zeroTestOf(static_cast<ElementType>(from.type));
        out.lines = Lattice<1>::make(rows, from.sizes, {from.strides});
        if (to.block[0] > 1)
            out.inCell.add(to.block[0], [&](int) { return from.strides[rows]; });
        if (to.block[1] > 1)
            out.inCell.add(to.block[1], [&](int) { return from.strides[columns]; });
        for (auto d = columns + 1; d < from.dims; ++d)
            if (from.sizes[d] != 1)
                out.inCell.add(from.sizes[d], [&](int) { return from.strides[d]; });
        const auto blockRows = from.sizes[rows] / to.block[0], blockColumns = from.sizes[columns] / to.block[1];
        const auto rowStride = from.strides[rows] * to.block[0],
                   columnStride = from.strides[columns] * to.block[1];
        out.slices = alongRows ? blockRows : blockColumns;
        out.width = alongRows ? blockColumns : blockRows;
        out.sliceStride = alongRows ? rowStride : columnStride;
        out.indexStride = alongRows ? columnStride : rowStride;
        return out;
    }

    TSCOPE_BOTH const std::uint8_t* at(std::int64_t line, std::int64_t slice, std::int64_t index) const
    {
        std::int64_t begin[1];
        lines.offsets(line, begin);
        return data + (begin[0] + slice * sliceStride + index * indexStride) * itemBytes;
    }
    TSCOPE_BOTH const std::uint8_t* element(const std::uint8_t* cell, std::int64_t i) const
    {
        std::int64_t offset[1];
        inCell.offsets(i, offset);
        return cell + offset[0] * itemBytes;
    }
    TSCOPE_BOTH std::uint64_t wordAt(const std::uint8_t* item) const
    {
        return test.wordBytes == 8   ? loadWord<std::uint64_t>(item)
               : test.wordBytes == 4 ? loadWord<std::uint32_t>(item)
               : test.wordBytes == 2 ? loadWord<std::uint16_t>(item)
                                     : *item;
    }
    TSCOPE_BOTH bool isZero(const std::uint8_t* item) const
    {
        for (std::int64_t begin = 0; begin < itemBytes; begin += test.wordBytes)
            if ((wordAt(item + begin) & test.mask) != 0)
                return false;
        return true;
    }
    TSCOPE_BOTH bool isEmpty(const std::uint8_t* cell) const
    {
        const auto count = inCell.count();
        for (std::int64_t i = 0; i < count; ++i)
            if (!isZero(element(cell, i)))
                return false;
        return true;
    }
};

// Cells are counted in runs of a slice.
struct Runs {
    static constexpr std::int64_t length = 32;
    Cells cells;
    std::int64_t perSlice = 0;

    TSCOPE_BOTH std::int64_t line(std::int64_t run) const { return run / perSlice / cells.slices; }
    TSCOPE_BOTH std::int64_t slice(std::int64_t run) const { return run / perSlice % cells.slices; }
    TSCOPE_BOTH std::int64_t begin(std::int64_t run) const { return run % perSlice * length; }
    TSCOPE_BOTH std::int64_t end(std::int64_t run) const
    {
        const auto limit = begin(run) + length;
        return limit < cells.width ? limit : cells.width;
    }
};

struct CountNonzeros {
    Runs runs;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t run) const
    {
        const auto line = runs.line(run), slice = runs.slice(run), end = runs.end(run);
        std::int64_t count = 0;
        for (auto index = runs.begin(run); index < end; ++index)
            count += runs.cells.isEmpty(runs.cells.at(line, slice, index)) ? 0 : 1;
        to[run] = count;
    }
};

struct StoreNonzeros {
    Runs runs;
    const std::int64_t* before; // entries of all lines before each run
    IndicesOut indices;
    std::uint8_t* to;
    TSCOPE_BOTH void operator()(std::int64_t run) const
    {
        const auto& cells = runs.cells;
        const auto line = runs.line(run), slice = runs.slice(run), end = runs.end(run),
                   each = cells.inCell.count();
        auto entry = before[run];
        for (auto index = runs.begin(run); index < end; ++index) {
            const auto* cell = cells.at(line, slice, index);
            if (cells.isEmpty(cell))
                continue;
            indices.set(entry, index);
            auto* at = to + entry * each * cells.itemBytes;
            for (std::int64_t i = 0; i < each; ++i, at += cells.itemBytes)
                moveItems(at, cells.element(cell, i), cells.itemBytes, cells.itemBytes);
            ++entry;
        }
    }
};

// Entries before each line.
struct BeginsOfCells {
    const std::int64_t* before;
    std::int64_t perLine;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t line) const { to[line] = before[line * perLine]; }
};

struct NonzeroPointers {
    const std::int64_t* before;
    std::int64_t slices, perSlice, entries;
    IndicesOut to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto line = i / (slices + 1), slice = i % (slices + 1);
        to.set(i, before[(line * slices + slice) * perSlice] - line * entries);
    }
};

template <class Queue>
struct NonzeroSearch {
    Queue queue;
    Runs runs;
    std::int64_t lines = 0;
    std::int64_t* before = nullptr;

    NonzeroSearch(const tscope_call& call, tscope_error* error) : queue(call, error) {}
};

template <class Queue>
std::int64_t entriesOfNonzeros(const tscope_call* call, tscope_error* error)
{
    auto& [queue, runs, lines, before] = stateOf<NonzeroSearch<Queue>>(*call, error);
    lines = linesOf(*call->out);
    runs.cells = Cells::of(call->in[0].members[0], *call->out);
    const auto slices = runs.cells.slices;
    runs.perSlice = (runs.cells.width + Runs::length - 1) / Runs::length;
    const auto count = lines * slices * runs.perSlice;
    before = queue.template room<std::int64_t>(count + 1);
    queue.each(count, CountNonzeros{runs, before});
    queue.addUp(before, count);
    auto* begins = queue.template room<std::int64_t>(lines + 1);
    queue.each(lines + 1, BeginsOfCells{before, slices * runs.perSlice, begins});
    return entriesOfEachLine(queue, *call, error, begins, lines);
}

template <class Queue>
std::int32_t runNonzeros(const tscope_call* call, tscope_error* error)
{
    auto& [queue, runs, lines, before] = stateOf<NonzeroSearch<Queue>>(*call, error);
    queue.answerTo(*call, error);
    const auto& out = *call->out;
    const IndicesOut pointers(out.members[0]);
    if (out.entries > pointers.most())
        queue.fail(TSCOPE_OVERFLOW, "the result has more entries than its indices can count");
    const auto slices = runs.cells.slices;
    queue.each(lines * (slices + 1), NonzeroPointers{before, slices, runs.perSlice, out.entries, pointers});
    queue.each(lines * slices * runs.perSlice, StoreNonzeros{runs, before, IndicesOut(out.members[1]),
                                                             static_cast<std::uint8_t*>(out.members[2].data)});
    return queue.code();
}

template <class Queue>
void addDenseConversions(std::vector<KernelEntry>& list)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"})
        list.push_back({.op = "convert",
                        .name = "convert.nonzeros",
                        .layouts = {"strided"},
                        .result = layout,
                        .types = anyType,
                        .run = runNonzeros<Queue>,
                        .entries = entriesOfNonzeros<Queue>,
                        .takes = takesFewDims,
                        .release = releaseKept<NonzeroSearch<Queue>>});
}

} // namespace tscope::kernels
