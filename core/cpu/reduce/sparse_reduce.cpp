// SPDX-License-Identifier: Apache-2.0
#include "cpu/reduce/sparse_reduce.h"

#include "base/checked_math.h"
#include "cpu/element_types.h"
#include "cpu/products/slice_tasks.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

namespace {

// The partial results of one slice or index: as many as a block has rows that go out.
template <class T>
class BlockReducer
{
public:
    BlockReducer(Reduce kind, const Blocks<T>& blocks)
        : m_kind(kind), m_loops(reduceLoops<T>(kind)), m_blocks(blocks)
    {
    }

    std::int64_t bytes() const { return m_blocks.outSize * m_loops.partialBytes; }
    std::int64_t resultBytes() const
    {
        return m_blocks.outSize *
               static_cast<std::int64_t>(m_kind == Reduce::sum ? sizeof(SumResult<T>) : sizeof(T));
    }
    void clear(std::byte* partials, std::int64_t slots) const
    {
        m_loops.clear(partials, slots * m_blocks.outSize);
    }
    void take(std::byte* partials, std::int64_t begin, std::int64_t end) const // entries
    {
        const auto* from = m_blocks.values + begin * m_blocks.step;
        if (m_blocks.outSize == 1 && m_blocks.inSize == 1) {
            m_loops.rows(partials, from, 1, 0, end - begin, m_blocks.step);
            return;
        }
        for (auto e = begin; e < end; ++e, from += m_blocks.step) {
            if (m_blocks.inSize == 1) {
                m_loops.columns(partials, &from, 1, m_blocks.outSize, m_blocks.outStride);
                continue;
            }
            m_loops.rows(partials, from, m_blocks.outSize, m_blocks.outStride, m_blocks.inSize, m_blocks.inStride);
        }
    }
    void join(std::byte* into, const std::byte* what) const { m_loops.join(into, what, m_blocks.outSize); }

    // Of `entries` blocks where there are places for `full`: the others are zeros.
    void finish(std::byte* partials, std::int64_t entries, std::int64_t full, std::byte* to) const
    {
        const T zero{};
        const T* const from = &zero;
        if (entries < full && (m_kind == Reduce::min || m_kind == Reduce::max))
            m_loops.columns(partials, &from, 1, m_blocks.outSize, 0);
        m_loops.finish(partials, m_blocks.outSize, saturatingMul(full, m_blocks.inSize), to, 1);
    }

private:
    Reduce m_kind;
    ReduceLoops<T> m_loops;
    Blocks<T> m_blocks;
};

} // namespace

template <class T, class I>
bool reduceSlices(Reduce kind, const Slices<I>& pattern, const Blocks<T>& blocks, void* to, const Watch& watch)
{
    const BlockReducer<T> reducer(kind, blocks);
    const auto perEntry = saturatingMul(blocks.outSize, blocks.inSize);
    const auto cut = sliceTasks(pattern, perEntry);
    const auto& tasks = cut.tasks;
    auto* results = static_cast<std::byte*>(to);
    // Tasks write theirs for each slice: two of them in one line of cache would wait for each other all the time.
    constexpr std::int64_t apart = 128;
    const auto room = (reducer.bytes() + apart - 1) / apart * apart;
    std::vector<std::byte> partials(static_cast<std::size_t>((cut.pieces + std::ssize(tasks)) * room));
    const auto done = runTasks(std::ssize(tasks), saturatingMul(pattern.entries(), perEntry), watch, [&](auto t) {
        const auto& task = tasks[static_cast<std::size_t>(t)];
        auto* own = partials.data() + (task.isPiece() ? task.piece : cut.pieces + t) * room;
        for (auto slice = task.firstSlice; slice < task.lastSlice; ++slice) {
            reducer.clear(own, 1);
            if (task.isPiece()) {
                reducer.take(own, task.begin, task.end);
                continue;
            }
            const std::int64_t begin = pattern.pointers[slice], end = pattern.pointers[slice + 1];
            reducer.take(own, begin, end);
            reducer.finish(own, end - begin, pattern.width, results + slice * reducer.resultBytes());
        }
    });
    for (std::size_t t = 0; t < tasks.size(); ++t) {
        const auto& task = tasks[t];
        if (!task.isPiece() || task.begin != pattern.pointers[task.firstSlice])
            continue;
        auto* first = partials.data() + task.piece * room;
        for (auto next = t + 1; next < tasks.size() && tasks[next].firstSlice == task.firstSlice; ++next)
            reducer.join(first, partials.data() + tasks[next].piece * room);
        reducer.finish(first, pattern.pointers[task.lastSlice] - task.begin, pattern.width,
                       results + task.firstSlice * reducer.resultBytes());
    }
    return done;
}

namespace {

// The partial results of all indices, of some entries.
template <class T, class I>
class IndexPartials
{
public:
    IndexPartials(const BlockReducer<T>& reducer, const Slices<I>& pattern)
        : m_reducer(reducer), m_pattern(pattern),
          m_partials(static_cast<std::size_t>(pattern.width * reducer.bytes())),
          m_counts(static_cast<std::size_t>(pattern.width))
    {
    }

    void clear(std::int64_t first, std::int64_t last) { m_reducer.clear(at(first), last - first); }

    // Of the entries [begin, end) those of the indices [first, last), in order.
    void take(std::int64_t begin, std::int64_t end, std::int64_t first, std::int64_t last, const Watch& watch)
    {
        for (auto e = begin; e < end; ++e) {
            const std::int64_t index = m_pattern.indices[e];
            if (index < first || index >= last)
                continue;
            m_reducer.take(at(index), e, e + 1);
            ++m_counts[static_cast<std::size_t>(index)];
            if (e % (1 << 16) == 0 && watch.isStopped())
                return;
        }
    }

    void join(const IndexPartials& other, std::int64_t index)
    {
        const auto i = static_cast<std::size_t>(index);
        if (other.m_counts[i] == 0)
            return;
        m_reducer.join(at(index), other.m_partials.data() + index * m_reducer.bytes());
        m_counts[i] += other.m_counts[i];
    }

    void finish(std::int64_t index, std::byte* results)
    {
        m_reducer.finish(at(index), m_counts[static_cast<std::size_t>(index)], m_pattern.count,
                         results + index * m_reducer.resultBytes());
    }

private:
    std::byte* at(std::int64_t index) { return m_partials.data() + index * m_reducer.bytes(); }

    const BlockReducer<T>& m_reducer;
    const Slices<I>& m_pattern;
    std::vector<std::byte> m_partials;
    std::vector<std::int64_t> m_counts;
};

// Runs of indices for threads.
struct IndexShares {
    std::int64_t width = 0, shares = 1;

    std::int64_t first(std::int64_t share) const { return share == shares ? width : width / shares * share; }
};

// Each share sees all entries and takes those of its own indices.
template <class T, class I>
bool reduceByIndices(const BlockReducer<T>& reducer, const Slices<I>& pattern, std::int64_t work,
                     std::byte* results, const Watch& watch)
{
    const IndexShares by{pattern.width, workersFor(work)};
    IndexPartials<T, I> partials(reducer, pattern);
    return runTasks(by.shares, work, watch, [&](std::int64_t share) {
        const auto first = by.first(share), last = by.first(share + 1);
        partials.clear(first, last);
        partials.take(0, pattern.entries(), first, last, watch);
        for (auto index = first; index < last; ++index)
            partials.finish(index, results);
    });
}

// Each piece of the entries has partial results of its own, which are joined in order.
template <class T, class I>
bool reduceByPieces(const BlockReducer<T>& reducer, const Slices<I>& pattern, std::int64_t pieces,
                    std::int64_t work, std::byte* results, const Watch& watch)
{
    const auto entries = pattern.entries();
    std::vector<IndexPartials<T, I>> partials;
    for (std::int64_t piece = 0; piece < pieces; ++piece)
        partials.emplace_back(reducer, pattern);
    const auto taken = runTasks(pieces, work, watch, [&](std::int64_t piece) {
        auto& own = partials[static_cast<std::size_t>(piece)];
        own.clear(0, pattern.width);
        own.take(entries / pieces * piece, piece + 1 == pieces ? entries : entries / pieces * (piece + 1), 0,
                 pattern.width, watch);
    });
    const IndexShares by{pattern.width, workersFor(work)};
    return taken && runTasks(by.shares, work, watch, [&](std::int64_t share) {
               for (auto index = by.first(share); index < by.first(share + 1); ++index) {
                   for (std::size_t piece = 1; piece < partials.size(); ++piece)
                       partials.front().join(partials[piece], index);
                   partials.front().finish(index, results);
               }
           });
}

} // namespace

template <class T, class I>
bool reduceIndices(Reduce kind, const Slices<I>& pattern, const Blocks<T>& blocks, void* to, const Watch& watch)
{
    const BlockReducer<T> reducer(kind, blocks);
    const auto entries = pattern.entries();
    const auto work = saturatingMul(entries, saturatingMul(blocks.outSize, blocks.inSize));
    auto* results = static_cast<std::byte*>(to);
    // Where entries are many for an index, partial results of pieces cost little, and no index is one thread's
    // alone. How many depends on the pattern only, and so do sums of floats.
    constexpr std::int64_t mostPieces = 8, leastEntriesOfPiece = std::int64_t{1} << 16;
    const auto pieces = std::min(mostPieces, entries / std::max(8 * pattern.width, leastEntriesOfPiece));
    const auto done = pieces > 1 ? reduceByPieces(reducer, pattern, pieces, work, results, watch)
                                 : reduceByIndices(reducer, pattern, work, results, watch);
    return done && !watch.isStopped();
}

#define TSCOPE_INSTANTIATE_FOR(T, I)                                                                              \
    template bool reduceSlices(Reduce, const Slices<I>&, const Blocks<T>&, void*, const Watch&);                  \
    template bool reduceIndices(Reduce, const Slices<I>&, const Blocks<T>&, void*, const Watch&);
#define TSCOPE_INSTANTIATE(T) TSCOPE_INSTANTIATE_FOR(T, std::int32_t) TSCOPE_INSTANTIATE_FOR(T, std::int64_t)
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#undef TSCOPE_INSTANTIATE_FOR

} // namespace tscope::cpu
