// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/slices_to_dense.h"

#include "cpu/convert/grid_parts.h"
#include "cpu/convert/item_copy.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/scratch_stack.h"
#include "cpu/convert/stream.h"
#include "cpu/convert/transpose_slices.h"

#include <atomic>
#include <vector>

namespace tscope::cpu {

namespace {

constexpr std::int64_t pieceBytes = std::int64_t{1} << 13; // of output: put together in the nearest cache
constexpr std::int64_t piecesOfTask = 64;                  // half a megabyte of output

// Rows of the target whose items lie side by side: a piece of output is put together in scratch that is zero
// before and afterwards, and goes out in one stream.
template <class I>
class RowsOut
{
public:
    RowsOut(const Slices<I>& slices, const std::byte* values, BlockSize block, const DenseTarget& target,
            const Watch& watch)
        : m_slices(slices), m_values(values), m_block(block), m_target(target), m_watch(watch),
          m_runBytes(block.columns * target.itemBytes),
          m_parts(target.rows, slices.width, std::max<std::int64_t>(pieceBytes / m_runBytes, 1)),
          m_isInPieces(m_parts.count() > target.rows)
    {
    }

    Ending run()
    {
        if (!m_scratch.make(threadCount(), m_parts.mostCells() * m_runBytes))
            return Ending::noMemory;
        m_scratch.zero();
        if (m_isInPieces)
            findUnsorted();
        // Pieces are small: a task has some of them.
        const auto tasks = (m_parts.count() + piecesOfTask - 1) / piecesOfTask;
        parallelFor(tasks, [&](std::int64_t task) {
            const ScratchStack::Piece scratch(m_scratch);
            const auto end = std::min((task + 1) * piecesOfTask, m_parts.count());
            for (auto part = task * piecesOfTask; part < end && !m_watch.isStopped(); ++part)
                withItemCopy(m_runBytes, [&](auto copy) { store(m_parts.piece(part), scratch.data(), copy); });
            streamEnd();
        });
        parallelFor(static_cast<std::int64_t>(m_unsorted.size()), [&](std::int64_t at) {
            if (!m_watch.isStopped())
                scatter(m_unsorted[static_cast<std::size_t>(at)]);
        });
        return m_watch.isStopped() ? Ending::stopped : Ending::done;
    }

private:
    // Of long rows the entries of a piece are found by halving, where they ascend. Others are spread in the end.
    void findUnsorted()
    {
        m_isSorted.assign(static_cast<std::size_t>(m_slices.count), 1);
        parallelFor(m_slices.count, [&](std::int64_t slice) {
            const auto *begin = m_slices.indices + m_slices.pointers[slice],
                       *end = m_slices.indices + m_slices.pointers[slice + 1];
            m_isSorted[static_cast<std::size_t>(slice)] = std::is_sorted(begin, end) ? 1 : 0;
        });
        for (std::int64_t slice = 0; slice < m_slices.count; ++slice)
            if (m_isSorted[static_cast<std::size_t>(slice)] == 0)
                m_unsorted.push_back(slice);
    }

    struct Run {
        std::int64_t begin = 0, end = 0;
    };
    Run entriesOf(std::int64_t slice, const GridParts::Piece& piece) const
    {
        const std::int64_t begin = m_slices.pointers[slice], end = m_slices.pointers[slice + 1];
        if (!m_isInPieces)
            return {begin, end};
        if (m_isSorted[static_cast<std::size_t>(slice)] == 0)
            return {};
        const auto* indices = m_slices.indices;
        const auto at = [&](std::int64_t column) {
            return std::lower_bound(indices + begin, indices + end, static_cast<I>(column)) - indices;
        };
        return {at(piece.firstColumn), piece.endColumn == m_slices.width ? end : at(piece.endColumn)};
    }

    template <class Copy>
    void store(const GridParts::Piece& piece, std::byte* scratch, const Copy& copy) const
    {
        const auto rowBytes = piece.columns() * m_runBytes;
        const bool isPacked = rowBytes == m_target.rowStride;
        for (auto row = piece.firstRow; row < piece.endRow; ++row) {
            auto* zeros = scratch + (isPacked ? row - piece.firstRow : 0) * rowBytes;
            const auto entries = entriesOf(row / m_block.rows, piece);
            const auto* from = m_values + row % m_block.rows * m_runBytes;
            for (auto k = entries.begin; k < entries.end; ++k)
                copy(zeros + (m_slices.indices[k] - piece.firstColumn) * m_runBytes,
                     from + k * m_block.rows * m_runBytes);
            if (!isPacked) {
                streamCopy(placeOf(row, piece), scratch, static_cast<std::size_t>(rowBytes));
                clear(entries, piece, zeros, copy);
            }
        }
        if (!isPacked)
            return;
        streamCopy(placeOf(piece.firstRow, piece), scratch, static_cast<std::size_t>(rowBytes * piece.rows()));
        for (auto row = piece.firstRow; row < piece.endRow; ++row)
            clear(entriesOf(row / m_block.rows, piece), piece, scratch + (row - piece.firstRow) * rowBytes, copy);
    }

    std::byte* placeOf(std::int64_t row, const GridParts::Piece& piece) const
    {
        return m_target.data + row * m_target.rowStride + piece.firstColumn * m_runBytes;
    }

    // Few entries are taken back one by one, many with all that is between them.
    template <class Copy>
    void clear(Run entries, const GridParts::Piece& piece, std::byte* zeros, const Copy& copy) const
    {
        if ((entries.end - entries.begin) * 8 > piece.columns()) {
            std::memset(zeros, 0, static_cast<std::size_t>(piece.columns() * m_runBytes));
            return;
        }
        for (auto k = entries.begin; k < entries.end; ++k)
            copy.clear(zeros + (m_slices.indices[k] - piece.firstColumn) * m_runBytes);
    }

    void scatter(std::int64_t slice) const
    {
        for (std::int64_t k = m_slices.pointers[slice]; k < m_slices.pointers[slice + 1]; ++k)
            for (std::int64_t row = 0; row < m_block.rows; ++row)
                std::memcpy(m_target.data + (slice * m_block.rows + row) * m_target.rowStride +
                                m_slices.indices[k] * m_runBytes,
                            m_values + (k * m_block.rows + row) * m_runBytes,
                            static_cast<std::size_t>(m_runBytes));
    }

    const Slices<I>& m_slices;
    const std::byte* m_values;
    BlockSize m_block;
    const DenseTarget& m_target;
    const Watch& m_watch;
    std::int64_t m_runBytes; // of a block's row
    GridParts m_parts;       // rows of items, columns of blocks
    bool m_isInPieces;
    ScratchStack m_scratch;
    std::vector<char> m_isSorted;
    std::vector<std::int64_t> m_unsorted;
};

// Any strides: item by item, where it belongs.
template <class I>
Ending spreadItems(const Slices<I>& slices, const std::byte* values, BlockSize block, const DenseTarget& target,
                   const Watch& watch)
{
    const auto size = static_cast<std::size_t>(target.itemBytes);
    parallelFor(slices.count, [&](std::int64_t slice) {
        if (watch.isStopped())
            return;
        auto* rows = target.data + slice * block.rows * target.rowStride;
        for (std::int64_t row = 0; row < block.rows; ++row)
            for (std::int64_t column = 0; column < target.columns; ++column)
                std::memset(rows + row * target.rowStride + column * target.columnStride, 0, size);
        for (std::int64_t k = slices.pointers[slice]; k < slices.pointers[slice + 1]; ++k)
            for (std::int64_t item = 0; item < block.items(); ++item) {
                const auto row = item / block.columns,
                           column = slices.indices[k] * block.columns + item % block.columns;
                std::memcpy(rows + row * target.rowStride + column * target.columnStride,
                            values + (k * block.items() + item) * target.itemBytes, size);
            }
    });
    return watch.isStopped() ? Ending::stopped : Ending::done;
}

// csc into row-major memory: transposed first, so that what is next to each other is written together.
template <class I>
Ending throughTransposed(const Slices<I>& slices, const std::byte* values, const DenseTarget& target,
                         const Watch& watch)
{
    const auto entries = slices.entries();
    const Buffer pointers = Buffer::unset((slices.width + 1) * static_cast<std::int64_t>(sizeof(I)));
    const Buffer indices = Buffer::unset(entries * static_cast<std::int64_t>(sizeof(I)));
    const Buffer moved = Buffer::unset(entries * target.itemBytes);
    if (!pointers || !indices || !moved)
        return Ending::noMemory;
    const auto ending =
        transposeSlices(slices, values, target.itemBytes, pointers.as<I>(), indices.as<I>(), moved.data(), watch);
    if (ending != Ending::done)
        return ending;
    const Slices<I> transposed{slices.width, slices.count, pointers.as<I>(), indices.as<I>()};
    const DenseTarget turned{target.data,         target.columns,   target.rows,
                             target.columnStride, target.rowStride, target.itemBytes};
    return RowsOut<I>(transposed, moved.data(), {}, turned, watch).run();
}

// Ascending entries of a coo tensor whose dense form lies in one run.
template <class I>
class LinearOut
{
public:
    LinearOut(const CooIndices<I>& indices, const std::byte* values, std::int64_t itemBytes, std::byte* dense,
              const Watch& watch)
        : m_indices(indices), m_values(values), m_itemBytes(itemBytes), m_dense(dense), m_watch(watch)
    {
        for (const auto size : indices.sizes)
            m_items *= size;
    }

    Ending run()
    {
        if (m_items == 0 || m_itemBytes == 0)
            return Ending::done;
        const GridParts pieces(1, m_items, std::max<std::int64_t>(pieceBytes / m_itemBytes, 1));
        if (!m_scratch.make(threadCount(), pieces.mostCells() * m_itemBytes))
            return Ending::noMemory;
        m_scratch.zero();
        const auto tasks = (pieces.count() + piecesOfTask - 1) / piecesOfTask;
        parallelFor(tasks, [&](std::int64_t task) {
            const ScratchStack::Piece scratch(m_scratch);
            auto entry = firstEntryFrom(pieces.piece(task * piecesOfTask).firstColumn);
            const auto end = std::min((task + 1) * piecesOfTask, pieces.count());
            for (auto part = task * piecesOfTask; part < end && !m_watch.isStopped(); ++part)
                withItemCopy(m_itemBytes,
                             [&](auto copy) { entry = store(pieces.piece(part), entry, scratch.data(), copy); });
            streamEnd();
        });
        return m_watch.isStopped() ? Ending::stopped : Ending::done;
    }

private:
    std::int64_t itemOf(std::int64_t entry) const
    {
        std::int64_t item = 0;
        for (std::size_t dim = 0; dim < m_indices.sizes.size(); ++dim)
            item = item * m_indices.sizes[dim] + m_indices.rows[dim][entry];
        return item;
    }

    std::int64_t firstEntryFrom(std::int64_t item) const
    {
        std::int64_t low = 0, high = m_indices.count;
        while (low < high) {
            const auto middle = low + (high - low) / 2;
            if (itemOf(middle) < item)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    // Returns the first entry behind the piece.
    template <class Copy>
    std::int64_t store(const GridParts::Piece& piece, std::int64_t first, std::byte* scratch,
                       const Copy& copy) const
    {
        auto entry = first;
        for (; entry < m_indices.count; ++entry) {
            const auto item = itemOf(entry);
            if (item >= piece.endColumn)
                break;
            copy(scratch + (item - piece.firstColumn) * m_itemBytes, m_values + entry * m_itemBytes);
        }
        const auto size = static_cast<std::size_t>(piece.columns() * m_itemBytes);
        streamCopy(m_dense + piece.firstColumn * m_itemBytes, scratch, size);
        if ((entry - first) * 8 > piece.columns())
            std::memset(scratch, 0, size);
        else
            for (auto k = first; k < entry; ++k)
                copy.clear(scratch + (itemOf(k) - piece.firstColumn) * m_itemBytes);
        return entry;
    }

    const CooIndices<I>& m_indices;
    const std::byte* m_values;
    std::int64_t m_itemBytes;
    std::byte* m_dense;
    const Watch& m_watch;
    std::int64_t m_items = 1;
    ScratchStack m_scratch;
};

} // namespace

template <class I>
Ending slicesToDense(const Slices<I>& slices, const std::byte* values, BlockSize block, const DenseTarget& target,
                     const Watch& watch)
{
    if (target.rows == 0 || target.columns == 0 || target.itemBytes == 0)
        return Ending::done;
    if (target.columnStride == target.itemBytes)
        return RowsOut<I>(slices, values, block, target, watch).run();
    if (target.rowStride == target.itemBytes && block.items() == 1)
        return throughTransposed(slices, values, target, watch);
    return spreadItems(slices, values, block, target, watch);
}

template <class I>
Ending cooToDense(const CooIndices<I>& indices, const std::byte* values, std::int64_t itemBytes, ElementType type,
                  std::byte* dense, const Watch& watch)
{
    if (entryOrder(indices) == EntryOrder::ascending)
        return LinearOut<I>(indices, values, itemBytes, dense, watch).run();

    SortedEntries sorted;
    auto ending = sortEntries(indices, values, itemBytes, sorted, watch);
    if (ending != Ending::done)
        return ending;
    const auto dims = indices.sizes.size();
    const Buffer rows = Buffer::unset(sorted.groups * static_cast<std::int64_t>(dims * sizeof(I)));
    const Buffer sums = Buffer::unset(sorted.groups * itemBytes);
    if (!rows || !sums)
        return Ending::noMemory;
    std::vector<I*> starts;
    for (std::size_t dim = 0; dim < dims; ++dim)
        starts.push_back(rows.as<I>() + static_cast<std::int64_t>(dim) * sorted.groups);
    const GroupsOut<I> out{starts, nullptr, sums.data()};
    ending = storeGroups(sorted, indices, values, itemBytes, type, out, watch);
    if (ending != Ending::done)
        return ending;
    sorted.items = {}; // may be taken again
    const std::vector<const I*> ascending(starts.begin(), starts.end());
    return LinearOut<I>(CooIndices<I>{sorted.groups, indices.sizes, ascending}, sums.data(), itemBytes, dense,
                        watch)
        .run();
}

template Ending slicesToDense(const Slices<std::int32_t>&, const std::byte*, BlockSize, const DenseTarget&,
                              const Watch&);
template Ending slicesToDense(const Slices<std::int64_t>&, const std::byte*, BlockSize, const DenseTarget&,
                              const Watch&);
template Ending cooToDense(const CooIndices<std::int32_t>&, const std::byte*, std::int64_t, ElementType,
                           std::byte*, const Watch&);
template Ending cooToDense(const CooIndices<std::int64_t>&, const std::byte*, std::int64_t, ElementType,
                           std::byte*, const Watch&);

} // namespace tscope::cpu
