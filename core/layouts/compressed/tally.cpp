// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/tally.h"

#include "base/say.h"
#include "layouts/compressed/access.h"
#include "layouts/compressed/run_counter.h"
#include "layouts/shared/draw.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/tally_entries.h"
#include "memory/scattered_reads.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// Counts along the two sparse dims: slices and indices, whichever of them are the rows.
class SparseTally
{
public:
    SparseTally(const Access& access, const Binning& binning, const Watch& watch)
        : m_access(access), m_binning(binning), m_batchDims(static_cast<std::size_t>(access.batchDims())),
          m_slicesAreRows((binning.rowDim == m_batchDims) == access.kind().rows),
          m_sliceBins(m_slicesAreRows ? binning.rows : binning.columns),
          m_indexBins(m_slicesAreRows ? binning.columns : binning.rows),
          m_sliceBlock(access.block()[access.kind().rows ? 0 : 1]),
          m_index{access.indexExtent(), access.block()[access.kind().rows ? 1 : 0]},
          m_pointers(access.compressed().array, std::vector<bool>()),
          m_indices(access.plain().array, std::vector<bool>()), m_counter(m_indices, m_indexBins, m_index, watch),
          m_beyondCounter(m_indices, m_indexBins, m_index, watch)
    {
    }

    Result<void> run(Tally& out)
    {
        const auto dense = denseFactor();
        if (dense == 0)
            return {};
        if (!chooseBatches())
            return {};
        if (!m_slicesAreRows)
            m_turned = CountGrid(m_sliceBins.count(), m_indexBins.count());
        auto& grid = m_slicesAreRows ? out.counts : m_turned;
        m_beyond = CountGrid(1, m_indexBins.count());
        const auto factor = Wide(m_repeats) * Wide(dense);
        if (!factor.asInt64())
            return unsupported(say("there are more elements than 64 bits can count"));
        out.isSampled = entries() > m_binning.most;
        if (out.isSampled) {
            drawSlices(static_cast<double>(factor.clamped()), grid);
            if (!m_slicesAreRows)
                out.counts = m_turned.transposed();
            return {};
        }
        auto batch = m_from;
        do
            if (const auto done = addBatchEntry(batch, factor.clamped(), grid); !done)
                return done;
        while (nextBatch(batch));
        finish(out);
        return {};
    }

private:
    // Elements of an entry besides those of its block.
    std::int64_t denseFactor() const
    {
        std::int64_t factor = 1;
        for (std::size_t d = 0; d < m_access.dense().size(); ++d) {
            const auto& fixed = m_binning.fixed[m_batchDims + 2 + d];
            factor = saturatingMul(factor, !fixed ? m_access.dense()[d] : *fixed < m_access.dense()[d] ? 1 : 0);
        }
        return factor;
    }

    // The batch entries that both the members and the size have and the binning takes; false: there are none. Of
    // those that strides make of one another a single one is looked at, and counts as often as there are.
    bool chooseBatches()
    {
        const auto& pointers = m_access.compressed().array.geometry;
        const auto& indices = m_access.plain().array.geometry;
        for (std::size_t d = 0; d < m_batchDims; ++d) {
            std::int64_t from = 0;
            auto end = std::min({m_access.size()[d], indices.sizes[d], pointers.sizes[d],
                                 m_access.values().array.geometry.sizes[d]});
            if (const auto& fixed = m_binning.fixed[d]) {
                from = *fixed;
                end = std::min(end, from + 1);
            }
            if (from >= end)
                return false;
            if (indices.strides[d] == 0 && pointers.strides[d] == 0) {
                m_repeats = saturatingMul(m_repeats, end - from);
                end = from + 1;
            }
            m_from.push_back(from);
            m_end.push_back(end);
        }
        return true;
    }

    // That would be looked at.
    std::int64_t entries() const { return saturatingMul(m_access.entriesPerLine(), batches()); }
    std::int64_t batches() const
    {
        std::int64_t count = 1;
        for (std::size_t d = 0; d < m_batchDims; ++d)
            count = saturatingMul(count, m_end[d] - m_from[d]);
        return count;
    }

    // A few entries of slices that are drawn, each of which stands for its neighbours in all batch entries.
    void drawSlices(double factor, CountGrid& grid) const
    {
        const auto all = std::min(m_access.pointersPerLine() - 1, m_access.sliceExtent());
        if (all < 1)
            return;
        const auto last = m_sliceBins.end() / m_sliceBlock + (m_sliceBins.end() % m_sliceBlock != 0 ? 1 : 0);
        const Bins shares(std::min(all, m_sliceBins.begin() / m_sliceBlock), std::min(all, last), drawnPlaces);
        const auto ofEach = factor * static_cast<double>(batches()) * static_cast<double>(m_sliceBlock) *
                            static_cast<double>(m_index.block);
        const ScatteredReads pointers(*m_access.compressed().array.storage),
            plain(*m_access.plain().array.storage);
        Draw draw;
        for (std::int64_t share = 0; share < shares.count(); ++share) {
            const auto slice = draw.runIn(shares.first(share), shares.first(share + 1), 1);
            Extents batch;
            for (std::size_t d = 0; d < m_batchDims; ++d)
                batch.push_back(draw.runIn(m_from[d], m_end[d], 1));
            const auto pointerLine = m_access.lineOf(m_access.compressed(), batch);
            const auto indexLine = m_access.lineOf(m_access.plain(), batch);
            if (!pointerLine || !indexLine)
                continue;
            const auto found = m_access.slice(*pointerLine, slice);
            const auto stored = found.end - found.begin;
            if (stored < 1)
                continue;
            // From the last on to the first: else those in the middle, of greater indices than the first, come
            // oftener.
            const auto first = draw.below(stored), length = std::min(stored, drawnRun);
            const auto standing = standsFor(ofEach * static_cast<double>(shares.width(share)) *
                                            static_cast<double>(stored) / static_cast<double>(length));
            const auto at = std::max(m_sliceBins.begin(), slice * m_sliceBlock);
            for (std::int64_t k = 0; k < length; ++k) {
                const auto number = m_access.index(*indexLine, found.begin + (first + k) % stored);
                if (const auto beside = checkedMul(number, m_index.block); beside && m_indexBins.contains(*beside))
                    grid.add(m_sliceBins.of(at), m_indexBins.of(*beside), standing);
            }
        }
    }

    bool nextBatch(Extents& batch) const
    {
        for (auto d = batch.size(); d-- > 0;) {
            if (++batch[d] < m_end[d])
                return true;
            batch[d] = m_from[d];
        }
        return false;
    }

    Result<void> addBatchEntry(const Extents& batch, std::int64_t factor, CountGrid& grid)
    {
        const auto pointerLine = m_access.lineOf(m_access.compressed(), batch);
        const auto indexLine = m_access.lineOf(m_access.plain(), batch);
        const auto all = m_access.pointersPerLine() - 1;
        if (!pointerLine || !indexLine || all < 1)
            return {};
        const auto extent = m_access.sliceExtent();
        SliceSpan span{std::min(all, extent), m_sliceBlock, m_access.entriesPerLine(), m_access.valuesPerLine()};
        Result<void> done;
        visitRuns(m_pointers, *pointerLine, span, m_sliceBins, [&](const auto& runs) {
            done = m_counter.count(*indexLine, runs, factor, grid, m_sides);
            return bool(done);
        });
        // Slices behind the last of the size.
        span.slices = all;
        const auto end = checkedMul(all, m_sliceBlock);
        if (!done || all <= extent || !end)
            return done;
        visitRuns(m_pointers, *pointerLine, span, Bins(extent * m_sliceBlock, *end, 1), [&](const auto& runs) {
            done = m_beyondCounter.count(*indexLine, runs, factor, m_beyond, m_beyondSides);
            return bool(done);
        });
        return done;
    }

    void finish(Tally& out) const
    {
        if (!m_slicesAreRows)
            out.counts = m_turned.transposed();
        out.summary = m_counter.summary();
        auto& outside = out.outside;
        (m_slicesAreRows ? outside.left : outside.above) = m_sides.low;
        (m_slicesAreRows ? outside.right : outside.below) = m_sides.high;
        (m_slicesAreRows ? outside.below : outside.right) += m_beyond.summary().total;
        outside.corners = m_beyondSides.low + m_beyondSides.high;
    }

    const Access& m_access;
    const Binning& m_binning;
    std::size_t m_batchDims;
    bool m_slicesAreRows;
    const Bins& m_sliceBins;
    const Bins& m_indexBins;
    std::int64_t m_sliceBlock;
    BlockedIndex m_index;
    IndexLines m_pointers, m_indices;
    RunCounter m_counter, m_beyondCounter;
    Extents m_from, m_end;
    std::int64_t m_repeats = 1;
    CountGrid m_turned, m_beyond;
    Sides m_sides, m_beyondSides;
};

} // namespace

Result<void> tally(const Tensor& tensor, const Binning& binning, const Watch& watch, Tally& out)
{
    const auto access = Access::make(tensor);
    if (!access)
        return access.error();
    const auto first = static_cast<std::size_t>(access->batchDims());
    const bool isSparse = (binning.rowDim == first && binning.columnDim == first + 1) ||
                          (binning.rowDim == first + 1 && binning.columnDim == first);
    if (!isSparse)
        return tallyEntries(tensor, binning, watch, out);
    const auto isEmpty = [](std::int64_t extent) { return extent <= 0; };
    if (std::ranges::any_of(access->dense(), isEmpty) ||
        std::ranges::any_of(access->values().array.geometry.sizes, isEmpty) ||
        numel(access->plain().array.geometry) == 0)
        return {};
    std::vector<int> repeated;
    for (std::size_t d = 0; d < first; ++d)
        if (access->plain().array.geometry.strides[d] == 0 && access->compressed().array.geometry.strides[d] == 0)
            repeated.push_back(static_cast<int>(d));
    for (const auto* member : {&access->compressed(), &access->plain()})
        if (const auto because = whyTooRepeated(*member, repeated))
            return unsupported(*because);
    return SparseTally(*access, binning, watch).run(out);
}

} // namespace tscope::compressed
