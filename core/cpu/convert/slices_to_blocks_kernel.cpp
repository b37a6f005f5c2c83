// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/slices_to_blocks.h"

#include "base/halving.h"
#include "base/thread_pool.h"
#include "cpu/convert/block_row_parts.h"
#include "cpu/convert/item_copy.h"
#include "cpu/convert/running_total.h"
#include "cpu/convert/scratch_stack.h"
#include "cpu/convert/stream.h"

#include <atomic>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace tscope::cpu {

namespace {

// How many indices a block has, and which of them an index lies in. `Fixed` is for common sizes, so that short
// loops over a block's row have a known length; 0: any.
template <class I, int Fixed>
class BlockWidth
{
public:
    explicit BlockWidth(std::int64_t size)
        : m_size(static_cast<Unsigned>(size)), m_shift(std::has_single_bit(m_size) ? std::countr_zero(m_size) : -1)
    {
    }

    std::int64_t size() const { return Fixed == 0 ? static_cast<std::int64_t>(m_size) : Fixed; }

    I blockOf(I index) const
    {
        const auto place = static_cast<Unsigned>(index);
        if constexpr (Fixed != 0)
            return static_cast<I>(place / static_cast<Unsigned>(Fixed));
        return static_cast<I>(m_shift >= 0 ? place >> m_shift : place / m_size);
    }

    bool isInBlock(I index, I base) const
    {
        return static_cast<Unsigned>(index) - static_cast<Unsigned>(base) < static_cast<Unsigned>(size());
    }

    // Whether the entries from `k` on are a row of the block that begins at `base`, one after the other.
    bool isRow(const I* indices, std::int64_t k, std::int64_t end, I base) const
    {
        if (k + size() > end || indices[k] != base || indices[k + size() - 1] != base + static_cast<I>(size() - 1))
            return false;
        Unsigned off = 0;
        for (std::int64_t i = 0; i < size(); ++i)
            off |=
                static_cast<Unsigned>(indices[k + i]) ^ (static_cast<Unsigned>(base) + static_cast<Unsigned>(i));
        return off == 0;
    }

private:
    using Unsigned = std::make_unsigned_t<I>;
    Unsigned m_size;
    int m_shift;
};

// Calls f(block, first entry, length, isRow) for the runs of these entries of a slice that lie in one block.
template <class I, class Width, class F>
void forRuns(const I* indices, EntryRange entries, const Width& width, const F& f)
{
    const auto end = entries.end;
    for (auto k = entries.begin; k < end;) {
        const auto block = width.blockOf(indices[k]);
        const auto base = static_cast<I>(block * static_cast<I>(width.size()));
        const bool isRow = width.isRow(indices, k, end, base);
        auto next = k + (isRow ? width.size() : 1);
        if (!isRow)
            while (next < end && width.isInBlock(indices[next], base))
                ++next;
        f(block, k, next - k, isRow);
        k = next;
    }
}

// Calls f(BlockWidth) for a block of this many indices.
template <class I, class F>
Ending withWidth(std::int64_t size, const F& f)
{
    switch (size) {
    case 4:
        return f(BlockWidth<I, 4>(size));
    case 8:
        return f(BlockWidth<I, 8>(size));
    case 16:
        return f(BlockWidth<I, 16>(size));
    case 32:
        return f(BlockWidth<I, 32>(size));
    default:
        return f(BlockWidth<I, 0>(size));
    }
}

// --- which blocks there are ------------------------------------------------------------------------------------

template <class I, class Width>
class BlockSearch
{
public:
    BlockSearch(const Slices<I>& slices, BlockForm form, std::int64_t capacity, I* blockPointers, I* blockIndices,
                const Width& width)
        : m_slices(slices), m_form(form), m_capacity(capacity), m_pointers(blockPointers), m_indices(blockIndices),
          m_width(width), m_parts(slices, form), m_total(m_parts.count())
    {
    }

    Ending run(std::int64_t& blocks, const Watch& watch)
    {
        // For each block the last row of blocks that it was met in, from 1 on.
        if (!m_scratch.make(threadCount(), m_slices.width / m_form.indices * static_cast<std::int64_t>(sizeof(I))))
            return Ending::noMemory;
        m_scratch.zero();
        m_pointers[0] = 0;
        parallelFor(m_parts.count(), [&](std::int64_t part) { find(part, watch); });
        blocks = m_total.total();
        return watch.isStopped() ? Ending::stopped : m_ending.load();
    }

private:
    void find(std::int64_t part, const Watch& watch)
    {
        std::vector<I> met;
        const auto& own = m_parts[part];
        const auto first = own.firstRow, end = own.lastRow;
        std::vector<std::int64_t> ends;
        {
            const ScratchStack::Piece piece(m_scratch);
            auto* metIn = reinterpret_cast<I*>(piece.data());
            for (auto row = first; row < end && !watch.isStopped(); ++row) {
                const auto begin = static_cast<std::ptrdiff_t>(met.size());
                meetRow(own, row, metIn, met);
                if (!std::is_sorted(met.begin() + begin, met.end()))
                    std::sort(met.begin() + begin, met.end());
                ends.push_back(static_cast<std::int64_t>(met.size()));
            }
        }
        const auto count = static_cast<std::int64_t>(met.size()), begin = m_total.add(part, count);
        if (count > m_capacity - begin || begin + count > std::numeric_limits<I>::max()) {
            m_ending = Ending::noRoom;
            return;
        }
        const bool isRowOpen = own.isPiece && own.lastBlock < m_slices.width / m_form.indices;
        for (std::size_t row = 0; row < ends.size() && !isRowOpen; ++row)
            m_pointers[first + static_cast<std::int64_t>(row) + 1] = static_cast<I>(begin + ends[row]);
        std::ranges::copy(met, m_indices + begin);
    }

    void meetRow(const BlockRowPart& part, std::int64_t row, I* metIn, std::vector<I>& met) const
    {
        const auto now = static_cast<I>(row + 1);
        for (auto slice = row * m_form.slices; slice < (row + 1) * m_form.slices; ++slice)
            forRuns(m_slices.indices, m_parts.entriesOf(part, slice), m_width,
                    [&](I block, std::int64_t, std::int64_t, bool) {
                        if (std::exchange(metIn[block], now) != now)
                            met.push_back(block);
                    });
    }

    const Slices<I>& m_slices;
    BlockForm m_form;
    std::int64_t m_capacity;
    I *m_pointers, *m_indices;
    const Width& m_width;
    BlockRowParts<I> m_parts;
    RunningTotal m_total;
    ScratchStack m_scratch;
    std::atomic<Ending> m_ending{Ending::done};
};

// --- and what is in them ---------------------------------------------------------------------------------------

template <class I, class Width, class Copy>
class BlockFill
{
public:
    BlockFill(const Slices<I>& slices, const std::byte* values, BlockForm form, const Slices<I>& blocks,
              std::byte* blockValues, const Width& width, const Copy& copy)
        : m_slices(slices), m_values(values), m_form(form), m_blocks(blocks), m_blockValues(blockValues),
          m_width(width), m_copy(copy), m_itemBytes(static_cast<std::int64_t>(copy.size())),
          m_rowBytes(form.indices * m_itemBytes), m_parts(slices, form)
    {
    }

    Ending run(const Watch& watch)
    {
        if (!m_scratch.make(threadCount(), m_blocks.width * static_cast<std::int64_t>(sizeof(I))))
            return Ending::noMemory;
        parallelFor(m_parts.count(), [&](std::int64_t part) {
            const ScratchStack::Piece piece(m_scratch);
            auto* placeOf = reinterpret_cast<I*>(piece.data());
            const auto& own = m_parts[part];
            for (auto row = own.firstRow; row < own.lastRow && !watch.isStopped(); ++row) {
                const auto blocks = blocksOf(own, row);
                for (auto k = blocks.begin; k < blocks.end; ++k)
                    placeOf[m_blocks.indices[k]] = static_cast<I>(k);
                if (!fillWhole(own, row, blocks, placeOf))
                    fillSome(own, row, blocks, placeOf);
            }
            streamEnd();
        });
        return watch.isStopped() ? Ending::stopped : Ending::done;
    }

private:
    // The blocks of a row that a part has; they rise.
    EntryRange blocksOf(const BlockRowPart& part, std::int64_t row) const
    {
        const EntryRange all{m_blocks.pointers[row], m_blocks.pointers[row + 1]};
        if (!part.isPiece)
            return all;
        const auto from = [&](std::int64_t block) {
            return firstNot(all.begin, all.end, [&](std::int64_t k) { return m_blocks.indices[k] < block; });
        };
        return {from(part.firstBlock), from(part.lastBlock)};
    }

    std::byte* placeIn(std::int64_t block, std::int64_t inner) const
    {
        return m_blockValues + (block * m_form.items() + inner * m_form.sliceStep) * m_itemBytes;
    }

    // Where the rows of all blocks are there, one after the other, nothing has to be zeroed: false if they are
    // not, and then what was written is not worth anything.
    bool fillWhole(const BlockRowPart& part, std::int64_t row, EntryRange blocks, const I* placeOf) const
    {
        const auto first = row * m_form.slices, end = first + m_form.slices;
        if (m_form.indexStep != 1 || !areFull(part, row, blocks))
            return false;
        const bool isInLines =
            m_rowBytes % static_cast<std::int64_t>(cacheLine) == 0 && bytesToLine(m_blockValues) == 0;
        bool areRows = true;
        for (auto slice = first; slice < end && areRows; ++slice) {
            I before = -1;
            forRuns(m_slices.indices, m_parts.entriesOf(part, slice), m_width,
                    [&](I block, std::int64_t k, std::int64_t, bool isRow) {
                        areRows = areRows && isRow && block > before;
                        before = block;
                        if (!areRows)
                            return;
                        auto* to = placeIn(placeOf[block], slice - first);
                        const auto* from = m_values + k * m_itemBytes;
                        if (isInLines)
                            streamLines(to, from, static_cast<std::size_t>(m_rowBytes) / cacheLine);
                        else
                            std::memcpy(to, from, static_cast<std::size_t>(m_rowBytes));
                    });
        }
        return areRows;
    }

    // Whether there are as many entries as these blocks have places.
    bool areFull(const BlockRowPart& part, std::int64_t row, EntryRange blocks) const
    {
        const auto first = row * m_form.slices, end = first + m_form.slices;
        std::int64_t entries = 0;
        if (part.isPiece)
            for (auto slice = first; slice < end; ++slice) {
                const auto own = m_parts.entriesOf(part, slice);
                entries += own.end - own.begin;
            }
        else
            entries = m_slices.pointers[end] - m_slices.pointers[first];
        return entries == (blocks.end - blocks.begin) * m_form.items();
    }

    void fillSome(const BlockRowPart& part, std::int64_t row, EntryRange blocks, const I* placeOf) const
    {
        if (blocks.begin == blocks.end)
            return;
        std::memset(placeIn(blocks.begin, 0), 0,
                    static_cast<std::size_t>((blocks.end - blocks.begin) * m_form.items() * m_itemBytes));
        for (std::int64_t inner = 0; inner < m_form.slices; ++inner)
            forRuns(m_slices.indices, m_parts.entriesOf(part, row * m_form.slices + inner), m_width,
                    [&](I block, std::int64_t begin, std::int64_t length, bool isRow) {
                        auto* to = placeIn(placeOf[block], inner);
                        if (isRow && m_form.indexStep == 1) {
                            std::memcpy(to, m_values + begin * m_itemBytes, static_cast<std::size_t>(m_rowBytes));
                            return;
                        }
                        const auto base = static_cast<I>(block * static_cast<I>(m_form.indices));
                        for (auto k = begin; k < begin + length; ++k)
                            m_copy(to + (m_slices.indices[k] - base) * m_form.indexStep * m_itemBytes,
                                   m_values + k * m_itemBytes);
                    });
    }

    const Slices<I>& m_slices;
    const std::byte* m_values;
    BlockForm m_form;
    const Slices<I>& m_blocks;
    std::byte* m_blockValues;
    const Width& m_width;
    const Copy& m_copy;
    std::int64_t m_itemBytes, m_rowBytes; // of a row of a block
    BlockRowParts<I> m_parts;
    ScratchStack m_scratch;
};

} // namespace

template <class I>
Ending findBlocks(const Slices<I>& slices, BlockForm form, std::int64_t capacity, I* blockPointers,
                  I* blockIndices, std::int64_t& blocks, const Watch& watch)
{
    return withWidth<I>(form.indices, [&](const auto& width) {
        return BlockSearch(slices, form, capacity, blockPointers, blockIndices, width).run(blocks, watch);
    });
}

template <class I>
Ending fillBlocks(const Slices<I>& slices, const std::byte* values, std::int64_t itemBytes, BlockForm form,
                  const Slices<I>& blocks, std::byte* blockValues, const Watch& watch)
{
    return withItemCopy(itemBytes, [&](const auto& copy) {
        return withWidth<I>(form.indices, [&](const auto& width) {
            return BlockFill(slices, values, form, blocks, blockValues, width, copy).run(watch);
        });
    });
}

template Ending findBlocks(const Slices<std::int32_t>&, BlockForm, std::int64_t, std::int32_t*, std::int32_t*,
                           std::int64_t&, const Watch&);
template Ending findBlocks(const Slices<std::int64_t>&, BlockForm, std::int64_t, std::int64_t*, std::int64_t*,
                           std::int64_t&, const Watch&);
template Ending fillBlocks(const Slices<std::int32_t>&, const std::byte*, std::int64_t, BlockForm,
                           const Slices<std::int32_t>&, std::byte*, const Watch&);
template Ending fillBlocks(const Slices<std::int64_t>&, const std::byte*, std::int64_t, BlockForm,
                           const Slices<std::int64_t>&, std::byte*, const Watch&);

} // namespace tscope::cpu
