// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/slices_to_blocks.h"

#include "cpu/convert/item_copy.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/pointers.h"
#include "cpu/convert/scratch_stack.h"
#include "cpu/convert/stream.h"

#include <bit>
#include <limits>
#include <type_traits>
#include <vector>

namespace tscope::cpu {

namespace {

// Which block an index lies in, without a division where sizes are powers of two.
template <class I>
class BlockOfIndex
{
public:
    explicit BlockOfIndex(std::int64_t size)
        : m_size(static_cast<Unsigned>(size)), m_shift(std::has_single_bit(m_size) ? std::countr_zero(m_size) : -1)
    {
    }
    I operator()(I index) const
    {
        const auto unsignedIndex = static_cast<Unsigned>(index);
        return static_cast<I>(m_shift >= 0 ? unsignedIndex >> m_shift : unsignedIndex / m_size);
    }

private:
    using Unsigned = std::make_unsigned_t<I>;
    Unsigned m_size;
    int m_shift;
};

// How many entries from `at` on lie in the block that begins at index `base`: all of a full row of it at once, if
// that is what it is.
template <class I>
std::int64_t runInBlock(const I* indices, std::int64_t at, std::int64_t end, I base, std::int64_t size)
{
    using Unsigned = std::make_unsigned_t<I>;
    const auto isInside = [=](std::int64_t k) {
        return static_cast<Unsigned>(indices[k]) - static_cast<Unsigned>(base) < static_cast<Unsigned>(size);
    };
    if (at + size <= end && isInside(at + size - 1)) {
        bool areAll = true;
        for (auto k = at; k < at + size; ++k)
            areAll &= isInside(k);
        if (areAll)
            return size;
    }
    auto k = at + 1;
    while (k < end && isInside(k))
        ++k;
    return k - at;
}

template <class I>
bool isConsecutive(const I* indices, std::int64_t count)
{
    bool areAll = true;
    for (std::int64_t k = 1; k < count; ++k)
        areAll &= indices[k] - indices[0] == static_cast<I>(k);
    return areAll;
}

// Whether the entries of a row of blocks are all of the items of `blocks` blocks.
template <class I>
bool isFull(const Slices<I>& slices, BlockForm form, std::int64_t row, std::int64_t blocks)
{
    const auto first = row * form.slices, end = first + form.slices;
    if (slices.pointers[end] - slices.pointers[first] != blocks * form.items())
        return false;
    for (auto slice = first; slice < end; ++slice) {
        bool areAscending = true;
        for (std::int64_t k = slices.pointers[slice] + 1; k < slices.pointers[slice + 1]; ++k)
            areAscending &= slices.indices[k - 1] < slices.indices[k];
        if (!areAscending)
            return false;
    }
    return true;
}

// The blocks of one row of blocks, in the order in which they are met.
template <class I>
class MetBlocks
{
public:
    struct Mark {
        I metIn = 0; // row of blocks, from 1 on
        I place = 0;
    };

    MetBlocks(Mark* marks, BlockForm form) : m_marks(marks), m_form(form), m_blockOf(form.indices) {}

    // Calls f(block, first entry, length) for the runs of entries of a slice that lie in one block.
    template <class F>
    void forRuns(const Slices<I>& slices, std::int64_t slice, const F& f) const
    {
        const std::int64_t end = slices.pointers[slice + 1];
        for (std::int64_t k = slices.pointers[slice]; k < end;) {
            const auto block = m_blockOf(slices.indices[k]);
            const auto base = static_cast<I>(block * static_cast<I>(m_form.indices));
            const auto length = runInBlock(slices.indices, k, end, base, m_form.indices);
            f(block, k, length);
            k += length;
        }
    }

    void meet(const Slices<I>& slices, std::int64_t blockRow)
    {
        m_met.clear();
        const auto now = static_cast<I>(blockRow + 1);
        for (auto slice = blockRow * m_form.slices; slice < (blockRow + 1) * m_form.slices; ++slice)
            forRuns(slices, slice, [&](I block, std::int64_t, std::int64_t) {
                auto& mark = m_marks[block];
                if (mark.metIn != now) {
                    mark.metIn = now;
                    m_met.push_back(block);
                }
            });
    }

    const std::vector<I>& inOrder()
    {
        if (!std::ranges::is_sorted(m_met))
            std::ranges::sort(m_met);
        for (std::size_t place = 0; place < m_met.size(); ++place)
            m_marks[m_met[place]].place = static_cast<I>(place);
        return m_met;
    }

    std::int64_t count() const { return static_cast<std::int64_t>(m_met.size()); }
    std::int64_t placeOf(I block) const { return m_marks[block].place; }

private:
    Mark* m_marks;
    BlockForm m_form;
    BlockOfIndex<I> m_blockOf;
    std::vector<I> m_met;
};

// Calls f(met, blockRow) for all rows of blocks, each thread with marks of its own; parts have equal shares of
// entries.
template <class I, class F>
Ending forBlockRows(const Slices<I>& slices, BlockForm form, const Watch& watch, const F& f)
{
    using Mark = typename MetBlocks<I>::Mark;
    const auto rows = slices.count / form.slices, blocks = slices.width / form.indices;
    ScratchStack scratch;
    if (!scratch.make(threadCount(), blocks * static_cast<std::int64_t>(sizeof(Mark))))
        return Ending::noMemory;
    scratch.zero();
    const auto parts = std::min(std::max<std::int64_t>(rows, 1), partsOfWork(slices.entries() + slices.count));
    const auto firstRow = [&](std::int64_t part) {
        if (part == parts)
            return rows;
        return part == 0 ? 0 : sliceOfEntry(slices, partBegin(part, parts, slices.entries())) / form.slices;
    };
    parallelFor(parts, [&](std::int64_t part) {
        const ScratchStack::Piece piece(scratch);
        MetBlocks<I> met(reinterpret_cast<Mark*>(piece.data()), form);
        for (auto row = firstRow(part); row < firstRow(part + 1) && !watch.isStopped(); ++row)
            f(met, row);
        streamEnd();
    });
    return watch.isStopped() ? Ending::stopped : Ending::done;
}

// Puts the entries of a row of blocks where they belong. Where there is one for each item, lines go round the
// caches.
template <class I, class Copy>
void fillRow(const Slices<I>& slices, const std::byte* values, std::int64_t itemBytes, BlockForm form,
             const MetBlocks<I>& met, std::int64_t row, bool isWhole, std::byte* out, const Copy& copy)
{
    const auto rowBytes = form.indices * itemBytes;
    const bool isInLines = isWhole && form.indexStep == 1 &&
                           rowBytes % static_cast<std::int64_t>(cacheLine) == 0 && bytesToLine(out) == 0;
    const auto blockBytes = form.items() * itemBytes;
    for (std::int64_t inner = 0; inner < form.slices; ++inner)
        met.forRuns(slices, row * form.slices + inner, [&](I block, std::int64_t k, std::int64_t length) {
            const auto base = static_cast<I>(block * static_cast<I>(form.indices));
            auto* to = out + met.placeOf(block) * blockBytes + inner * form.sliceStep * itemBytes;
            const auto* from = values + k * itemBytes;
            if (length == form.indices && form.indexStep == 1 && isConsecutive(slices.indices + k, length)) {
                if (isInLines)
                    streamLines(to, from, static_cast<std::size_t>(rowBytes) / cacheLine);
                else
                    std::memcpy(to, from, static_cast<std::size_t>(rowBytes));
                return;
            }
            for (std::int64_t i = 0; i < length; ++i)
                copy(to + (slices.indices[k + i] - base) * form.indexStep * itemBytes, from + i * itemBytes);
        });
}

} // namespace

template <class I>
Ending countBlocks(const Slices<I>& slices, BlockForm form, I* blockPointers, const Watch& watch)
{
    const auto ending = forBlockRows(slices, form, watch, [&](MetBlocks<I>& met, std::int64_t row) {
        met.meet(slices, row);
        blockPointers[row + 1] = static_cast<I>(met.count());
    });
    blockPointers[0] = 0;
    for (std::int64_t row = 0; row < slices.count / form.slices; ++row)
        blockPointers[row + 1] = static_cast<I>(blockPointers[row + 1] + blockPointers[row]);
    return ending;
}

template <class I>
Ending fillBlocks(const Slices<I>& slices, const std::byte* values, std::int64_t itemBytes, BlockForm form,
                  const I* blockPointers, I* blockIndices, std::byte* blockValues, const Watch& watch)
{
    return withItemCopy(itemBytes, [&](auto copy) {
        return forBlockRows(slices, form, watch, [&](MetBlocks<I>& met, std::int64_t row) {
            met.meet(slices, row);
            std::ranges::copy(met.inOrder(), blockIndices + blockPointers[row]);
            const auto blockBytes = form.items() * itemBytes;
            auto* out = blockValues + blockPointers[row] * blockBytes;
            const bool isWhole = isFull(slices, form, row, met.count());
            if (!isWhole)
                std::memset(out, 0, static_cast<std::size_t>(met.count() * blockBytes));
            fillRow(slices, values, itemBytes, form, met, row, isWhole, out, copy);
        });
    });
}

template Ending countBlocks(const Slices<std::int32_t>&, BlockForm, std::int32_t*, const Watch&);
template Ending countBlocks(const Slices<std::int64_t>&, BlockForm, std::int64_t*, const Watch&);
template Ending fillBlocks(const Slices<std::int32_t>&, const std::byte*, std::int64_t, BlockForm,
                           const std::int32_t*, std::int32_t*, std::byte*, const Watch&);
template Ending fillBlocks(const Slices<std::int64_t>&, const std::byte*, std::int64_t, BlockForm,
                           const std::int64_t*, std::int64_t*, std::byte*, const Watch&);

} // namespace tscope::cpu
