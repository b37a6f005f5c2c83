// SPDX-License-Identifier: Apache-2.0
#include "base/halving.h"
#include "layouts/compressed/access.h"
#include "layouts/compressed/finding.h"
#include "layouts/shared/pass_budget.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

std::int64_t floorDiv(std::int64_t number, std::int64_t by)
{
    return number / by - (number % by < 0 ? 1 : 0);
}

// The entries of one box: only the slices that it meets are looked into.
class BoxWalk
{
public:
    BoxWalk(const Access& access, const IndexBox& box, const EntryVisitor& visit)
        : m_access(access), m_box(box), m_visit(visit)
    {
        const auto& pointers = access.compressed().array;
        const auto& indices = access.plain().array;
        m_budget.add(pointers);
        m_budget.add(indices);
        const auto dims = static_cast<std::size_t>(access.batchDims());
        Extents batches;
        for (std::size_t d = 0; d < dims; ++d)
            batches.push_back(std::min(pointers.geometry.sizes[d], indices.geometry.sizes[d]));
        m_batches = inside(box, 0, batches);
        const Extents dense(access.size().begin() + static_cast<std::ptrdiff_t>(dims) + 2, access.size().end());
        m_dense = inside(box, dims + 2, dense);
        const auto sliceDim = dims + (access.kind().rows ? 0 : 1), indexDim = dims + (access.kind().rows ? 1 : 0);
        const auto sliceBlock = access.block()[access.kind().rows ? 0 : 1];
        const auto indexBlock = access.block()[access.kind().rows ? 1 : 0];
        m_slices = {std::max<std::int64_t>(floorDiv(box.first[sliceDim], sliceBlock), 0),
                    std::min(floorDiv(box.last[sliceDim], sliceBlock), access.pointersPerLine() - 2)};
        // What an index of blocks puts beyond int64 lies at its limits.
        m_indices = {box.first[indexDim] == int64Min ? int64Min : floorDiv(box.first[indexDim], indexBlock),
                     box.last[indexDim] == int64Max ? int64Max : floorDiv(box.last[indexDim], indexBlock)};
    }

    // Returns false when the visitor has seen enough, or the budget is used up.
    bool run()
    {
        if (m_box.isEmpty() || m_dense.isEmpty())
            return true;
        return forEachIndex(m_batches, [&](const Extents& batch) { return walkBatchEntry(batch); });
    }
    bool isUsedUp() const { return m_isUsedUp; }

private:
    struct Range {
        std::int64_t first, last;
        bool contains(std::int64_t number) const { return first <= number && number <= last; }
    };

    bool pass(std::int64_t count)
    {
        m_isUsedUp = !m_budget.pass(count);
        return !m_isUsedUp;
    }

    bool walkBatchEntry(const Extents& batch)
    {
        if (!pass(1))
            return false;
        const auto pointerLine = m_access.lineOf(m_access.compressed(), batch);
        const auto indexLine = m_access.lineOf(m_access.plain(), batch);
        if (!pointerLine || !indexLine)
            return true;
        for (auto slice = m_slices.first; slice <= m_slices.last; ++slice)
            if (!pass(1) || !walkSlice(batch, *indexLine, slice, m_access.slice(*pointerLine, slice)))
                return false;
        return true;
    }

    bool walkSlice(const Extents& batch, std::int64_t line, std::int64_t slice, Access::Slice range)
    {
        constexpr std::int64_t windowSize = 1 << 12;
        // Of a long slice that rises a part is enough; the first look at it is remembered.
        if (range.end - range.begin > windowSize && m_access.indicesRise(line, range)) {
            const auto isBefore = [&](std::int64_t k) { return m_access.index(line, k) < m_indices.first; };
            const auto isWithin = [&](std::int64_t k) { return m_access.index(line, k) <= m_indices.last; };
            range.begin = firstNot(range.begin, range.end, isBefore);
            range.end = firstNot(range.begin, range.end, isWithin);
        }
        if (!pass(range.end - range.begin))
            return false;
        for (auto begin = range.begin; begin < range.end; begin += windowSize) {
            m_window.resize(static_cast<std::size_t>(std::min(windowSize, range.end - begin)));
            m_access.indices(line, begin, m_window);
            for (std::size_t at = 0; at < m_window.size(); ++at)
                if (m_indices.contains(m_window[at]) &&
                    !visitEntry(batch, slice, m_window[at], begin + static_cast<std::int64_t>(at)))
                    return false;
        }
        return true;
    }

    // Which numbers of a block that begins at `first` lie in a dim of the box: a block may have any number of
    // rows. What adding puts beyond int64 lies at its limit, so behind a box that reaches there nothing is left
    // out.
    Range numbersWithin(std::int64_t first, std::int64_t count, std::size_t dim) const
    {
        const auto last = m_box.last[dim] == int64Max ? count - 1 : saturatingSub(m_box.last[dim], first);
        return {std::max<std::int64_t>(saturatingSub(m_box.first[dim], first), 0), std::min(last, count - 1)};
    }

    // The elements of an entry that lie in the box. An index beyond int64 is shown as its limit.
    bool visitEntry(const Extents& batch, std::int64_t slice, std::int64_t index, std::int64_t k)
    {
        const auto [blockRows, blockColumns] = m_access.block();
        const auto dims = static_cast<std::size_t>(m_access.batchDims());
        const auto firstRow = saturatingMul(m_access.kind().rows ? slice : index, blockRows);
        const auto firstColumn = saturatingMul(m_access.kind().rows ? index : slice, blockColumns);
        const auto rows = numbersWithin(firstRow, blockRows, dims);
        const auto columns = numbersWithin(firstColumn, blockColumns, dims + 1);
        if (columns.last < columns.first)
            return true;
        auto element = batch;
        element.resize(m_box.first.size());
        for (auto r = rows.first; r <= rows.last; ++r) {
            element[dims] = saturatingAdd(firstRow, r);
            for (auto c = columns.first; c <= columns.last; ++c) {
                element[dims + 1] = saturatingAdd(firstColumn, c);
                const auto visitOne = [&](const Extents& dense) {
                    std::ranges::copy(dense, element.begin() + static_cast<std::ptrdiff_t>(dims) + 2);
                    return m_visit(element, slotOf(m_access.valueIndex(batch, k, r, c, dense)));
                };
                if (!forEachIndex(m_dense, visitOne))
                    return false;
            }
        }
        return true;
    }

    std::int64_t slotOf(const Extents& valueIndex) const
    {
        const auto slot = m_access.hasValue(valueIndex) ? m_access.valueSlot(valueIndex) : -1;
        return slot < int64Max ? slot : -1;
    }

    const Access& m_access;
    const IndexBox& m_box;
    const EntryVisitor& m_visit;
    PassBudget m_budget;
    bool m_isUsedUp = false;
    IndexBox m_batches, m_dense; // of the members, of the size
    Range m_slices{}, m_indices{};
    std::vector<std::int64_t> m_window;
};

} // namespace

Result<void> entriesWithin(const Tensor& tensor, std::span<const IndexBox> boxes, const EntryVisitor& visit)
{
    const auto access = Access::make(tensor);
    if (!access)
        return access.error();
    if (auto fitting = haveRank(boxes, std::ssize(access->size())); !fitting)
        return fitting;
    for (const auto& box : boxes) {
        BoxWalk walk(*access, box, visit);
        if (walk.run())
            continue;
        return walk.isUsedUp() ? Result<void>(PassBudget::usedUp()) : Result<void>();
    }
    return {};
}

} // namespace tscope::compressed
