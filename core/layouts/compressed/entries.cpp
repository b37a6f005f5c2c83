// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/access.h"
#include "layouts/compressed/finding.h"
#include "layouts/shared/pass_budget.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// Goes through the entries of all batch entries, in stored order.
class Walk
{
public:
    Walk(const Access& access, const EntryVisitor& visit) : m_access(access), m_visit(visit)
    {
        const auto& pointers = access.compressed().array;
        const auto& indices = access.plain().array;
        m_budget.add(pointers);
        m_budget.add(indices);
        // Batch entries that the members have; a claimed size may be much larger.
        for (std::size_t d = 0; d < static_cast<std::size_t>(access.batchDims()); ++d) {
            m_batches.push_back(std::min({access.size()[d], indices.geometry.sizes[d], pointers.geometry.sizes[d],
                                          access.values().array.geometry.sizes[d]}));
            if (indices.geometry.strides[d] == 0 && pointers.geometry.strides[d] == 0)
                m_repeated.push_back(static_cast<int>(d));
        }
        m_batch.resize(m_batches.size());
    }

    Result<void> run()
    {
        for (const auto* member : {&m_access.compressed(), &m_access.plain()})
            if (const auto because = whyTooRepeated(*member, m_repeated))
                return unsupported(*because);
        walkFrom(0);
        return m_isUsedUp ? Result<void>(PassBudget::usedUp()) : Result<void>();
    }

private:
    enum class Seen { nothing, something, enough };

    // The batch entries that begin with the first `d` numbers of m_batch.
    Seen walkFrom(std::size_t d)
    {
        if (d == m_batches.size())
            return walkBatchEntry();
        auto seen = Seen::nothing;
        const bool isRepeated = std::ranges::find(m_repeated, static_cast<int>(d)) != m_repeated.end();
        for (m_batch[d] = 0; m_batch[d] < m_batches[d]; ++m_batch[d]) {
            const auto here = walkFrom(d + 1);
            if (here == Seen::enough)
                return here;
            seen = std::max(seen, here);
            // All others are made of the same lines. There may be any number of them.
            if (isRepeated && here == Seen::nothing)
                break;
        }
        return seen;
    }

    Seen walkBatchEntry()
    {
        const auto pointerLine = m_access.lineOf(m_access.compressed(), m_batch);
        const auto indexLine = m_access.lineOf(m_access.plain(), m_batch);
        auto seen = Seen::nothing;
        if (!pointerLine || !indexLine)
            return seen;
        const auto slices = std::min(m_access.pointersPerLine() - 1, m_access.sliceExtent());
        for (std::int64_t slice = 0; slice < slices; ++slice) {
            const auto [begin, end] = m_access.slice(*pointerLine, slice);
            for (auto k = begin; k < std::min(end, m_access.valuesPerLine()); ++k) {
                const auto index = m_access.index(*indexLine, k);
                if (index < 0 || index >= m_access.indexExtent()) {
                    m_isUsedUp = !m_budget.pass();
                    if (m_isUsedUp)
                        return Seen::enough;
                    continue;
                }
                if (!visitEntry(slice, index, k))
                    return Seen::enough;
                seen = Seen::something;
            }
        }
        return seen;
    }

    // All elements of one entry. Returns false when the visitor stopped.
    bool visitEntry(std::int64_t slice, std::int64_t index, std::int64_t k)
    {
        const auto [rows, columns] = m_access.block();
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < columns; ++column) {
                Extents dense(m_access.dense().size(), 0);
                do {
                    const auto at = m_access.valueIndex(m_batch, k, row, column, dense);
                    if (m_access.hasValue(at) &&
                        !m_visit(m_access.element(m_batch, slice, index, row, column, dense),
                                 m_access.valueSlot(at)))
                        return false;
                } while (advance(dense, m_access.dense()));
            }
        return true;
    }

    const Access& m_access;
    const EntryVisitor& m_visit;
    Extents m_batches, m_batch;
    std::vector<int> m_repeated; // batch dims along which both index members repeat their lines
    PassBudget m_budget;
    bool m_isUsedUp = false;
};

} // namespace

Result<void> entries(const Tensor& tensor, const EntryVisitor& visit)
{
    const auto access = Access::make(tensor);
    if (!access)
        return access.error();
    const auto isEmpty = [](std::int64_t extent) { return extent <= 0; };
    const auto& stored = access->values().array.geometry.sizes;
    if (std::ranges::any_of(access->dense(), isEmpty) || std::ranges::any_of(stored, isEmpty) ||
        numel(access->plain().array.geometry) == 0)
        return {};
    return Walk(*access, visit).run();
}

} // namespace tscope::compressed
