// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/halving.h"
#include "cpu/convert/block_form.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/pointers.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

struct EntryRange {
    std::int64_t begin = 0, end = 0;
};

// Some rows of blocks; or of one that holds so many entries that threads share it, those in a range of blocks.
struct BlockRowPart {
    std::int64_t firstRow = 0, lastRow = 0;
    std::int64_t firstBlock = 0, lastBlock = 0; // all, unless it is a piece of a row
    bool isPiece = false;
};

// Rows of blocks in parts with about equal shares of the entries.
template <class I>
class BlockRowParts
{
public:
    BlockRowParts(const Slices<I>& slices, BlockForm form) : m_slices(slices), m_form(form)
    {
        const auto rows = slices.count / form.slices;
        const auto parts = std::max<std::int64_t>((slices.entries() + slices.count) / entriesEach, 1);
        std::int64_t first = 0;
        for (std::int64_t part = 1; part <= parts; ++part) {
            const auto next = sliceOfEntry(slices, partBegin(part, parts, slices.entries())) / form.slices;
            const auto last = part == parts ? rows : std::min(next, rows);
            add(first, last);
            first = std::max(first, last);
        }
    }

    std::int64_t count() const { return std::ssize(m_parts); }
    const BlockRowPart& operator[](std::int64_t part) const { return m_parts[static_cast<std::size_t>(part)]; }

    // The entries of a slice that a part has.
    EntryRange entriesOf(const BlockRowPart& part, std::int64_t slice) const
    {
        const EntryRange all{m_slices.pointers[slice], m_slices.pointers[slice + 1]};
        if (!part.isPiece)
            return all;
        return {entryFrom(all, part.firstBlock * m_form.indices), entryFrom(all, part.lastBlock * m_form.indices)};
    }

private:
    static constexpr std::int64_t entriesEach = std::int64_t{1} << 16;
    static constexpr std::int64_t mostPieces = 64;

    // The first entry of a slice with that index or a higher one. Precondition: they rise.
    std::int64_t entryFrom(EntryRange slice, std::int64_t index) const
    {
        return firstNot(slice.begin, slice.end, [&](std::int64_t k) { return m_slices.indices[k] < index; });
    }

    std::int64_t entriesOfRows(std::int64_t first, std::int64_t last) const
    {
        return m_slices.pointers[last * m_form.slices] - m_slices.pointers[first * m_form.slices];
    }

    void add(std::int64_t first, std::int64_t last)
    {
        if (first >= last)
            return;
        const auto blocks = m_slices.width / m_form.indices;
        // A row that holds more than is meant for a part begins one.
        if (entriesOfRows(first, first + 1) > 4 * entriesEach && doIndicesRise(first)) {
            addPieces(first, blocks);
            ++first;
        }
        if (first < last)
            m_parts.push_back({first, last, 0, blocks});
    }

    bool doIndicesRise(std::int64_t row) const
    {
        for (auto slice = row * m_form.slices; slice < (row + 1) * m_form.slices; ++slice)
            if (!std::is_sorted(m_slices.indices + m_slices.pointers[slice],
                                m_slices.indices + m_slices.pointers[slice + 1]))
                return false;
        return true;
    }

    // Cut where the longest slice has as many entries in each piece.
    void addPieces(std::int64_t row, std::int64_t blocks)
    {
        EntryRange longest;
        for (auto slice = row * m_form.slices; slice < (row + 1) * m_form.slices; ++slice)
            if (const EntryRange all{m_slices.pointers[slice], m_slices.pointers[slice + 1]};
                all.end - all.begin > longest.end - longest.begin)
                longest = all;
        const auto pieces = std::min(mostPieces, entriesOfRows(row, row + 1) / entriesEach);
        std::int64_t first = 0;
        for (std::int64_t piece = 1; piece <= pieces; ++piece) {
            const auto entry = longest.begin + partBegin(piece, pieces, longest.end - longest.begin);
            const auto last = piece == pieces ? blocks : m_slices.indices[entry] / m_form.indices;
            if (last > first)
                m_parts.push_back({row, row + 1, first, last, true});
            first = std::max(first, last);
        }
    }

    const Slices<I>& m_slices;
    BlockForm m_form;
    std::vector<BlockRowPart> m_parts;
};

} // namespace tscope::cpu
