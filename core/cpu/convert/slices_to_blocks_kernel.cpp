// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/slices_to_blocks.h"

#include "cpu/convert/item_copy.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/pointers.h"
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

// Calls f(block, first entry, length, isRow) for the runs of entries of a slice that lie in one block.
template <class I, class Width, class F>
void forRuns(const Slices<I>& slices, std::int64_t slice, const Width& width, const F& f)
{
    const auto* indices = slices.indices;
    const std::int64_t end = slices.pointers[slice + 1];
    for (std::int64_t k = slices.pointers[slice]; k < end;) {
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

// Rows of blocks in parts with about equal shares of the entries; each is a multiple of the parts of work, so that
// where one ends is soon known.
template <class I>
class BlockRowParts
{
public:
    BlockRowParts(const Slices<I>& slices, BlockForm form)
        : m_slices(slices), m_form(form), m_rows(slices.count / form.slices),
          m_parts(std::clamp<std::int64_t>((slices.entries() + slices.count) / entriesEach, 1,
                                           std::max<std::int64_t>(m_rows, 1)))
    {
    }

    std::int64_t count() const { return m_parts; }
    std::int64_t firstRow(std::int64_t part) const
    {
        if (part == 0 || part == m_parts)
            return part == 0 ? 0 : m_rows;
        return sliceOfEntry(m_slices, partBegin(part, m_parts, m_slices.entries())) / m_form.slices;
    }

private:
    static constexpr std::int64_t entriesEach = std::int64_t{1} << 16;

    const Slices<I>& m_slices;
    BlockForm m_form;
    std::int64_t m_rows, m_parts;
};

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
        const auto first = m_parts.firstRow(part), end = m_parts.firstRow(part + 1);
        std::vector<std::int64_t> ends;
        {
            const ScratchStack::Piece piece(m_scratch);
            auto* metIn = reinterpret_cast<I*>(piece.data());
            for (auto row = first; row < end && !watch.isStopped(); ++row) {
                const auto begin = static_cast<std::ptrdiff_t>(met.size());
                meetRow(row, metIn, met);
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
        for (std::size_t row = 0; row < ends.size(); ++row)
            m_pointers[first + static_cast<std::int64_t>(row) + 1] = static_cast<I>(begin + ends[row]);
        std::ranges::copy(met, m_indices + begin);
    }

    void meetRow(std::int64_t row, I* metIn, std::vector<I>& met) const
    {
        const auto now = static_cast<I>(row + 1);
        for (auto slice = row * m_form.slices; slice < (row + 1) * m_form.slices; ++slice)
            forRuns(m_slices, slice, m_width, [&](I block, std::int64_t, std::int64_t, bool) {
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
            const auto end = m_parts.firstRow(part + 1);
            for (auto row = m_parts.firstRow(part); row < end && !watch.isStopped(); ++row) {
                for (auto k = m_blocks.pointers[row]; k < m_blocks.pointers[row + 1]; ++k)
                    placeOf[m_blocks.indices[k]] = k;
                if (!fillWhole(row, placeOf))
                    fillSome(row, placeOf);
            }
            streamEnd();
        });
        return watch.isStopped() ? Ending::stopped : Ending::done;
    }

private:
    std::byte* placeIn(I block, std::int64_t inner) const
    {
        return m_blockValues + (block * m_form.items() + inner * m_form.sliceStep) * m_itemBytes;
    }

    // Where the rows of all blocks are there, one after the other, nothing has to be zeroed: false if they are
    // not, and then what was written is not worth anything.
    bool fillWhole(std::int64_t row, const I* placeOf) const
    {
        const auto first = row * m_form.slices, end = first + m_form.slices;
        const std::int64_t blocks = m_blocks.pointers[row + 1] - m_blocks.pointers[row];
        if (m_form.indexStep != 1 || m_slices.pointers[end] - m_slices.pointers[first] != blocks * m_form.items())
            return false;
        const bool isInLines =
            m_rowBytes % static_cast<std::int64_t>(cacheLine) == 0 && bytesToLine(m_blockValues) == 0;
        bool areRows = true;
        for (auto slice = first; slice < end && areRows; ++slice) {
            I before = -1;
            forRuns(m_slices, slice, m_width, [&](I block, std::int64_t k, std::int64_t, bool isRow) {
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

    void fillSome(std::int64_t row, const I* placeOf) const
    {
        const std::int64_t blocks = m_blocks.pointers[row + 1] - m_blocks.pointers[row];
        if (blocks == 0)
            return;
        std::memset(placeIn(m_blocks.pointers[row], 0), 0,
                    static_cast<std::size_t>(blocks * m_form.items() * m_itemBytes));
        for (std::int64_t inner = 0; inner < m_form.slices; ++inner)
            forRuns(m_slices, row * m_form.slices + inner, m_width,
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
