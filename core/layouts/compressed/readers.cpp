// SPDX-License-Identifier: Apache-2.0
#include "base/checked_math.h"
#include "base/halving.h"
#include "base/say.h"
#include "layouts/compressed/access.h"
#include "layouts/compressed/finding.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// A block of the sparse dims; one element where there are no blocks.
struct Block {
    std::int64_t row, column;
    auto operator<=>(const Block&) const = default;
};

class ReaderCollector
{
public:
    ReaderCollector(const Access& access, Extents batch, std::int64_t limit)
        : m_access(access), m_batch(std::move(batch)), m_limit(limit)
    {
    }

    // Entry k, which a slice holds.
    void add(std::int64_t slice, std::int64_t index, std::int64_t k)
    {
        if (slice >= m_access.sliceExtent() || index < 0 || index >= m_access.indexExtent())
            return;
        m_blocks.push_back(m_access.kind().rows ? Block{slice, index} : Block{index, slice});
        if (k >= m_access.valuesPerLine())
            m_withoutValue.push_back(m_blocks.back());
    }

    // Entries of a slice, all of which read the same pointers.
    void addSlice(std::int64_t pointerLine, std::int64_t indexLine, std::int64_t slice)
    {
        const auto [begin, end] = m_access.slice(pointerLine, slice);
        for (auto k = begin; k < end; ++k)
            add(slice, m_access.index(indexLine, k), k);
    }

    // The slices that hold entry k: one, found by halving, where pointers never fall.
    void addEntry(std::int64_t pointerLine, std::int64_t indexLine, std::int64_t k)
    {
        if (m_access.pointersRise(pointerLine)) {
            const auto pointers = m_access.pointersPerLine();
            const auto behind =
                firstNot(0, pointers, [&](std::int64_t p) { return m_access.pointer(pointerLine, p) <= k; });
            if (behind != 0 && behind != pointers)
                add(behind - 1, m_access.index(indexLine, k), k);
            return;
        }
        for (std::int64_t i = 0; i + 1 < m_access.pointersPerLine(); ++i) {
            const auto [begin, end] = m_access.slice(pointerLine, i);
            if (begin <= k && k < end)
                add(i, m_access.index(indexLine, k), k);
        }
    }

    // All elements of the blocks, or the one at a place within each.
    Readers all()
    {
        const auto [rows, columns] = m_access.block();
        return collected({0, rows}, {0, columns}, std::nullopt);
    }
    Readers one(std::int64_t row, std::int64_t column, const Extents& dense)
    {
        return collected({row, row + 1}, {column, column + 1}, dense);
    }

private:
    struct Range {
        std::int64_t begin, end;
    };

    Readers collected(Range rows, Range columns, const std::optional<Extents>& dense)
    {
        std::ranges::sort(m_blocks);
        const auto withoutValue = countWithoutValue();
        m_blocks.erase(std::unique(m_blocks.begin(), m_blocks.end()), m_blocks.end());
        Readers readers;
        std::int64_t perPlace = 1;
        const auto& denseSize = m_access.dense();
        if (!dense)
            for (const auto extent : denseSize)
                perPlace = saturatingMul(perPlace, std::max<std::int64_t>(extent, 0));
        const auto perBlock = saturatingMul(rows.end - rows.begin, columns.end - columns.begin);
        readers.count =
            saturatingMul(static_cast<std::int64_t>(m_blocks.size()), saturatingMul(perBlock, perPlace));
        readers.withoutValue = saturatingMul(withoutValue, saturatingMul(perBlock, perPlace));
        if (readers.count > 0)
            list(rows, columns, dense, readers);
        readers.truncated = readers.count > static_cast<std::int64_t>(readers.elements.size());
        return readers;
    }

    // Blocks none of whose entries has a value. Precondition: the blocks are sorted.
    std::int64_t countWithoutValue()
    {
        std::ranges::sort(m_withoutValue);
        std::int64_t count = 0;
        for (auto begin = m_withoutValue.begin(); begin != m_withoutValue.end();) {
            const auto end = std::upper_bound(begin, m_withoutValue.end(), *begin);
            count += end - begin == std::ssize(std::ranges::equal_range(m_blocks, *begin)) ? 1 : 0;
            begin = end;
        }
        return count;
    }

    // Row-major: each row of the blocks of one block row, from its first block to its last.
    void list(Range rows, Range columns, const std::optional<Extents>& dense, Readers& readers) const
    {
        const auto isFull = [&] { return static_cast<std::int64_t>(readers.elements.size()) >= m_limit; };
        for (std::size_t begin = 0; begin < m_blocks.size() && !isFull();) {
            auto end = begin;
            while (end < m_blocks.size() && m_blocks[end].row == m_blocks[begin].row)
                ++end;
            for (auto row = rows.begin; row < rows.end && !isFull(); ++row)
                for (auto b = begin; b < end && !isFull(); ++b)
                    for (auto column = columns.begin; column < columns.end && !isFull(); ++column) {
                        Extents at = dense.value_or(Extents(m_access.dense().size(), 0));
                        do
                            readers.elements.push_back(element(m_blocks[b], row, column, at));
                        while (!isFull() && !dense && advance(at, m_access.dense()));
                    }
            begin = end;
        }
    }

    Extents element(Block block, std::int64_t row, std::int64_t column, const Extents& dense) const
    {
        const bool rows = m_access.kind().rows;
        return m_access.element(m_batch, rows ? block.row : block.column, rows ? block.column : block.row, row,
                                column, dense);
    }

    const Access& m_access;
    Extents m_batch;
    std::int64_t m_limit;
    std::vector<Block> m_blocks;       // once for each entry
    std::vector<Block> m_withoutValue; // those of entries without a value
};

bool isInside(const Extents& index, const Extents& size)
{
    for (std::size_t d = 0; d < index.size(); ++d)
        if (index[d] >= size[d])
            return false;
    return true;
}

} // namespace

Result<Readers> readersOf(const Tensor& tensor, std::string_view role, std::int64_t slot, std::int64_t limit)
{
    const auto* member = tensor.find(role);
    if (member == nullptr)
        return invalidArgument(say("{0} has no member {1}", tensor.layout->name, role));
    const auto& sizes = member->array.geometry.sizes;
    const auto count = numel(sizes);
    if (slot < 0 || !count || slot >= *count)
        return invalidArgument(
            count ? say("a slot of {0}, which has {1} elements, was wanted, found {2}", role, *count, slot)
                  : say("a slot of {0}, which has no countable elements, was wanted, found {1}", role, slot));
    const auto access = Access::make(tensor);
    if (!access)
        return access.error();
    const auto index = indexOf(sizes, slot);
    const auto dims = static_cast<std::ptrdiff_t>(access->batchDims());
    const Extents batch(index.begin(), index.begin() + dims);
    const auto position = index[static_cast<std::size_t>(dims)];
    const auto pointerLine = access->lineOf(access->compressed(), batch);
    const auto indexLine = access->lineOf(access->plain(), batch);
    if (!isInside(batch, access->size()) || !pointerLine || !indexLine)
        return Readers{};

    ReaderCollector readers(*access, batch, limit);
    if (role == "compressed") {
        for (const auto slice : {position - 1, position})
            if (slice >= 0 && slice + 1 < access->pointersPerLine())
                readers.addSlice(*pointerLine, *indexLine, slice);
        return readers.all();
    }
    if (position >= access->entriesPerLine())
        return Readers{}; // a value behind the last index
    readers.addEntry(*pointerLine, *indexLine, position);
    if (role == "plain")
        return readers.all();
    const auto inner = index.begin() + dims + 1;
    const Extents dense(inner + (access->kind().blocks ? 2 : 0), index.end());
    if (!isInside(dense, access->dense()))
        return Readers{};
    return access->kind().blocks ? readers.one(inner[0], inner[1], dense) : readers.one(0, 0, dense);
}

} // namespace tscope::compressed
