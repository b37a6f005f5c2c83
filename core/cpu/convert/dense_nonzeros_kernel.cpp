// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/dense_nonzeros.h"

#include "cpu/convert/gather_items.h"
#include "cpu/convert/grid_parts.h"
#include "cpu/convert/parts.h"
#include "cpu/convert/running_total.h"
#include "cpu/convert/scratch_stack.h"
#include "cpu/convert/stream.h"
#include "cpu/convert/transpose_slices.h"

#include <atomic>
#include <limits>
#include <vector>

namespace tscope::cpu {

namespace {

constexpr std::int64_t partItems = std::int64_t{1} << 17;
constexpr std::int64_t partBytes = std::int64_t{1} << 20; // of source

// Appends the items of a run that are not zero, of any number of words.
template <class I>
std::int64_t keepItems(const std::byte* items, std::int64_t count, std::int64_t itemBytes, ZeroTest test, I first,
                       I* numbers, std::byte* kept)
{
    const auto wordsEach = itemBytes / test.wordBytes;
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < count; ++i, items += itemBytes) {
        std::uint64_t any = 0;
        for (std::int64_t w = 0; w < wordsEach && any == 0; ++w) {
            std::uint64_t word = 0;
            std::memcpy(&word, items + w * test.wordBytes, static_cast<std::size_t>(test.wordBytes));
            any = word & test.mask;
        }
        if (any == 0)
            continue;
        numbers[found] = static_cast<I>(first + static_cast<I>(i));
        std::memcpy(kept + found * itemBytes, items, static_cast<std::size_t>(itemBytes));
        ++found;
    }
    return found;
}

template <class I>
class Kept
{
public:
    Kept(const DenseSource& source, ZeroTest test, const NonzerosOut<I>& out, const Watch& watch,
         const NonzeroKernels& kernels)
        : m_source(source), m_test(test), m_out(out), m_watch(watch),
          m_keepWords(keepNonzeros<I>(kernels, test.wordBytes)),
          m_parts(source.rows, source.columns,
                  std::clamp<std::int64_t>(partBytes / source.itemBytes, 1, partItems)),
          m_total(m_parts.count()), m_isStrided(source.columnStride != source.itemBytes)
    {
    }

    Ending run(std::int64_t& entries)
    {
        const auto most = m_parts.mostCells();
        m_valuesAt = roundedUp(most * static_cast<std::int64_t>(sizeof(I)) + nonzeroSlack);
        m_gatheredAt = m_valuesAt + roundedUp(most * m_source.itemBytes + nonzeroSlack);
        if (!m_scratch.make(threadCount(), m_gatheredAt + (m_isStrided ? most * m_source.itemBytes : 0)))
            return Ending::noMemory;
        if (m_out.pointers != nullptr)
            m_out.pointers[0] = 0;
        parallelFor(m_parts.count(), [&](std::int64_t part) { store(part); });
        entries = m_total.total();
        return m_ending.load();
    }

private:
    static std::int64_t roundedUp(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }

    void store(std::int64_t part)
    {
        if (m_watch.isStopped())
            m_ending = Ending::stopped;
        const ScratchStack::Piece scratch(m_scratch);
        auto* columns = reinterpret_cast<I*>(scratch.data());
        auto* values = scratch.data() + m_valuesAt;
        const auto piece = m_parts.piece(part);
        std::vector<std::int64_t> ends(static_cast<std::size_t>(piece.rows())); // of each row, in this part
        std::int64_t count = 0;
        if (m_ending.load(std::memory_order_relaxed) == Ending::done) {
            if (m_isStrided)
                gatherItems(m_source, piece, scratch.data() + m_gatheredAt);
            for (std::int64_t row = 0; row < piece.rows(); ++row) {
                count += keepRow(piece, row, scratch.data() + m_gatheredAt, columns + count,
                                 values + count * m_source.itemBytes);
                ends[static_cast<std::size_t>(row)] = count;
            }
        }
        const auto begin = m_total.add(part, count);
        if (count > m_out.capacity - begin || begin + count > std::numeric_limits<I>::max()) {
            m_ending = Ending::noRoom;
            return;
        }
        if (m_out.pointers != nullptr && piece.endColumn == m_source.columns)
            for (std::int64_t row = 0; row < piece.rows(); ++row)
                m_out.pointers[piece.firstRow + row + 1] =
                    static_cast<I>(begin + ends[static_cast<std::size_t>(row)]);
        storeRowIndices(piece, ends, begin);
        const auto size = static_cast<std::size_t>(count);
        if (m_out.columns != nullptr)
            streamCopy(reinterpret_cast<std::byte*>(m_out.columns + begin), scratch.data(), size * sizeof(I));
        if (m_out.values != nullptr)
            streamCopy(m_out.values + begin * m_source.itemBytes, values,
                       size * static_cast<std::size_t>(m_source.itemBytes));
        streamEnd();
    }

    std::int64_t keepRow(const GridParts::Piece& piece, std::int64_t row, const std::byte* gathered, I* columns,
                         std::byte* values) const
    {
        const auto* items = m_isStrided ? gathered + row * piece.columns() * m_source.itemBytes
                                        : m_source.data + (piece.firstRow + row) * m_source.rowStride +
                                              piece.firstColumn * m_source.itemBytes;
        const auto first = static_cast<I>(piece.firstColumn);
        if (m_source.itemBytes == m_test.wordBytes)
            return m_keepWords(items, piece.columns(), m_test.mask, first, columns, values);
        return keepItems(items, piece.columns(), m_source.itemBytes, m_test, first, columns, values);
    }

    void storeRowIndices(const GridParts::Piece& piece, const std::vector<std::int64_t>& ends,
                         std::int64_t begin) const
    {
        std::int64_t stride = 1;
        for (auto dim = m_out.rowIndices.size(); dim-- > 0; stride *= m_out.rowSizes[dim])
            for (std::int64_t row = 0, from = 0; row < piece.rows(); ++row) {
                const auto to = ends[static_cast<std::size_t>(row)];
                const auto index = (piece.firstRow + row) / stride % m_out.rowSizes[dim];
                if (m_out.rowIndices[dim] != nullptr)
                    std::fill(m_out.rowIndices[dim] + begin + from, m_out.rowIndices[dim] + begin + to,
                              static_cast<I>(index));
                from = to;
            }
    }

    const DenseSource& m_source;
    ZeroTest m_test;
    const NonzerosOut<I>& m_out;
    const Watch& m_watch;
    KeepNonzeros<I> m_keepWords;
    GridParts m_parts;
    RunningTotal m_total;
    bool m_isStrided;
    ScratchStack m_scratch;
    std::int64_t m_valuesAt = 0, m_gatheredAt = 0; // in a piece of scratch; columns come first
    std::atomic<Ending> m_ending{Ending::done};
};

// A source whose rows lie side by side: read along its columns, then transposed. That moves what is kept twice,
// but the source once and in order.
template <class I>
Ending storeTurned(const DenseSource& source, ZeroTest test, const NonzerosOut<I>& out, std::int64_t& entries,
                   const Watch& watch, const NonzeroKernels& kernels)
{
    const auto size = static_cast<std::int64_t>(sizeof(I));
    const auto capacity = std::min(out.capacity, source.rows * source.columns);
    const Buffer pointers = Buffer::unset((source.columns + 1) * size),
                 newPointers = Buffer::unset((source.rows + 1) * size);
    Buffer indices = Buffer::reserved(capacity * size), values = Buffer::reserved(capacity * source.itemBytes);
    if (!pointers || !newPointers || !indices || !values)
        return Ending::noMemory;
    const DenseSource turned{source.data,         source.columns,   source.rows,
                             source.columnStride, source.rowStride, source.itemBytes};
    const NonzerosOut<I> first{capacity, pointers.as<I>(), indices.as<I>(), values.data()};
    auto ending = Kept<I>(turned, test, first, watch, kernels).run(entries);
    if (ending != Ending::done)
        return ending;
    indices.usedOnly(entries * size);
    values.usedOnly(entries * source.itemBytes);
    const Slices<I> columns{source.columns, source.rows, pointers.as<I>(), indices.as<I>()};
    auto* rowPointers = out.pointers != nullptr ? out.pointers : newPointers.as<I>();
    ending = transposeSlices(columns, out.values == nullptr ? nullptr : values.data(), source.itemBytes,
                             rowPointers, out.columns, out.values, watch);
    std::int64_t stride = 1;
    for (auto dim = out.rowIndices.size(); ending == Ending::done && dim-- > 0; stride *= out.rowSizes[dim])
        for (std::int64_t row = 0; row < source.rows && out.rowIndices[dim] != nullptr; ++row)
            std::fill(out.rowIndices[dim] + rowPointers[row], out.rowIndices[dim] + rowPointers[row + 1],
                      static_cast<I>(row / stride % out.rowSizes[dim]));
    return ending;
}

} // namespace

template <class I>
Ending storeNonzeros(const DenseSource& source, ZeroTest test, const NonzerosOut<I>& out, std::int64_t& entries,
                     const Watch& watch, const NonzeroKernels& kernels)
{
    entries = 0;
    if (source.rows == 0 || source.columns == 0 || source.itemBytes == 0) {
        if (out.pointers != nullptr)
            std::fill(out.pointers, out.pointers + source.rows + 1, I{0});
        return Ending::done;
    }
    const bool isTurned = source.rowStride == source.itemBytes && source.columnStride != source.itemBytes;
    if (isTurned && out.columns != nullptr && source.rows * source.columns > partItems)
        return storeTurned(source, test, out, entries, watch, kernels);
    return Kept<I>(source, test, out, watch, kernels).run(entries);
}

template Ending storeNonzeros(const DenseSource&, ZeroTest, const NonzerosOut<std::int32_t>&, std::int64_t&,
                              const Watch&, const NonzeroKernels&);
template Ending storeNonzeros(const DenseSource&, ZeroTest, const NonzerosOut<std::int64_t>&, std::int64_t&,
                              const Watch&, const NonzeroKernels&);

} // namespace tscope::cpu
