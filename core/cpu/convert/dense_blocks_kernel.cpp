// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/dense_blocks.h"

#include "cpu/convert/gather_items.h"
#include "cpu/convert/grid_parts.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/running_total.h"
#include "cpu/convert/scratch_stack.h"
#include "cpu/convert/stream.h"

#include <atomic>
#include <limits>
#include <vector>

namespace tscope::cpu {

namespace {

constexpr std::int64_t partBytes = std::int64_t{1} << 19; // of source: read twice, the second time from the cache

std::uint64_t repeated(ZeroTest test)
{
    auto pattern = test.mask;
    for (int bytes = test.wordBytes; bytes < 8; bytes *= 2)
        pattern |= pattern << (8 * bytes);
    return pattern;
}

template <class I>
class KeptBlocks
{
public:
    KeptBlocks(const DenseSource& source, ZeroTest test, BlockSize block, const BlocksOut<I>& out,
               const Watch& watch, const NonzeroKernels& kernels)
        : m_source(source), m_pattern(repeated(test)), m_block(block), m_out(out), m_watch(watch),
          m_mark(kernels.mark), m_blockBytes(block.items() * source.itemBytes),
          m_parts(source.rows / block.rows, source.columns / block.columns,
                  std::max<std::int64_t>(partBytes / m_blockBytes, 1)),
          m_total(m_parts.count()), m_isStrided(source.columnStride != source.itemBytes)
    {
    }

    Ending run(std::int64_t& blocks)
    {
        m_gatheredAt = (m_parts.mostCells() + 63) / 64 * 64;
        if (!m_scratch.make(threadCount(), m_gatheredAt + (m_isStrided ? m_parts.mostCells() * m_blockBytes : 0)))
            return Ending::noMemory;
        if (m_out.pointers != nullptr)
            m_out.pointers[0] = 0;
        parallelFor(m_parts.count(), [&](std::int64_t part) { store(part); });
        blocks = m_total.total();
        return m_ending.load();
    }

private:
    void store(std::int64_t part)
    {
        if (m_watch.isStopped())
            m_ending = Ending::stopped;
        const ScratchStack::Piece scratch(m_scratch);
        auto* flags = reinterpret_cast<std::uint8_t*>(scratch.data());
        const auto piece = m_parts.piece(part);
        const auto cells = piece.rows() * piece.columns();
        // The piece in items: in its place, or put together where the items of a row do not lie side by side.
        DenseSource items = m_source;
        items.data += piece.firstRow * m_block.rows * m_source.rowStride +
                      piece.firstColumn * m_block.columns * m_source.columnStride;
        std::int64_t count = 0;
        if (m_ending.load(std::memory_order_relaxed) == Ending::done) {
            if (m_isStrided) {
                gatherItems(m_source,
                            {piece.firstRow * m_block.rows, piece.endRow * m_block.rows,
                             piece.firstColumn * m_block.columns, piece.endColumn * m_block.columns},
                            scratch.data() + m_gatheredAt);
                items.data = scratch.data() + m_gatheredAt;
                items.rowStride = piece.columns() * m_block.columns * m_source.itemBytes;
            }
            std::memset(flags, 0, static_cast<std::size_t>(cells));
            for (std::int64_t row = 0; row < piece.rows() * m_block.rows; ++row)
                m_mark(items.data + row * items.rowStride, piece.columns(), m_block.columns * m_source.itemBytes,
                       m_pattern, flags + row / m_block.rows * piece.columns());
            for (std::int64_t cell = 0; cell < cells; ++cell)
                count += flags[cell];
        }
        const auto begin = m_total.add(part, count);
        if (count > m_out.capacity - begin || begin + count > std::numeric_limits<I>::max()) {
            m_ending = Ending::noRoom;
            return;
        }
        if (m_ending.load(std::memory_order_relaxed) == Ending::done)
            storeMarked(piece, items, flags, begin);
    }

    void storeMarked(const GridParts::Piece& piece, const DenseSource& items, const std::uint8_t* flags,
                     std::int64_t begin)
    {
        const auto rowBytes = m_block.columns * m_source.itemBytes;
        auto at = begin;
        for (std::int64_t row = 0; row < piece.rows(); ++row) {
            for (std::int64_t column = 0; column < piece.columns(); ++column) {
                if (flags[row * piece.columns() + column] == 0)
                    continue;
                if (m_out.columns != nullptr)
                    m_out.columns[at] = static_cast<I>(piece.firstColumn + column);
                if (m_out.values != nullptr)
                    for (std::int64_t r = 0; r < m_block.rows; ++r)
                        streamCopy(m_out.values + at * m_blockBytes + r * rowBytes,
                                   items.data + (row * m_block.rows + r) * items.rowStride + column * rowBytes,
                                   static_cast<std::size_t>(rowBytes));
                ++at;
            }
            if (m_out.pointers != nullptr && piece.endColumn == m_source.columns / m_block.columns)
                m_out.pointers[piece.firstRow + row + 1] = static_cast<I>(at);
        }
        streamEnd();
    }

    const DenseSource& m_source;
    std::uint64_t m_pattern;
    BlockSize m_block;
    const BlocksOut<I>& m_out;
    const Watch& m_watch;
    MarkPieces m_mark;
    std::int64_t m_blockBytes;
    GridParts m_parts; // of blocks
    RunningTotal m_total;
    bool m_isStrided;
    ScratchStack m_scratch;
    std::int64_t m_gatheredAt = 0; // in a piece of scratch; flags come first
    std::atomic<Ending> m_ending{Ending::done};
};

} // namespace

template <class I>
Ending storeNonzeroBlocks(const DenseSource& source, ZeroTest test, BlockSize block, const BlocksOut<I>& out,
                          std::int64_t& blocks, const Watch& watch, const NonzeroKernels& kernels)
{
    blocks = 0;
    if (source.rows == 0 || source.columns == 0 || source.itemBytes == 0) {
        if (out.pointers != nullptr)
            std::fill(out.pointers, out.pointers + source.rows / block.rows + 1, I{0});
        return Ending::done;
    }
    return KeptBlocks<I>(source, test, block, out, watch, kernels).run(blocks);
}

template Ending storeNonzeroBlocks(const DenseSource&, ZeroTest, BlockSize, const BlocksOut<std::int32_t>&,
                                   std::int64_t&, const Watch&, const NonzeroKernels&);
template Ending storeNonzeroBlocks(const DenseSource&, ZeroTest, BlockSize, const BlocksOut<std::int64_t>&,
                                   std::int64_t&, const Watch&, const NonzeroKernels&);

} // namespace tscope::cpu
