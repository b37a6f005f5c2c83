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

constexpr std::int64_t mostPartialBytes = 16, mostStacked = 1024;

// The partial results of slices or of indices: for each as many as a block has rows that go out.
template <class T>
class BlockReducer
{
public:
    // Precondition: the elements of a block lie behind each other.
    BlockReducer(Reduce kind, const Blocks<T>& blocks)
        : m_countsZeros(kind == Reduce::min || kind == Reduce::max),
          m_loops(reduceLoops<T>(kind)), m_shape{blocks.outSize, blocks.inSize, blocks.outStride, blocks.inStride,
                                                 blocks.step},
          m_values(blocks.values),
          m_resultBytes(blocks.outSize *
                        static_cast<std::int64_t>(kind == Reduce::sum ? sizeof(SumResult<T>) : sizeof(T)))
    {
    }

    bool countsZeros() const { return m_countsZeros; }
    bool isOfElements() const { return m_shape.step == 1; }
    std::int64_t bytes() const { return m_shape.outSize * m_loops.partialBytes; }
    std::int64_t resultBytes() const { return m_resultBytes; }
    void clear(std::byte* partials, std::int64_t slots) const { m_loops.clear(partials, slots * m_shape.outSize); }

    // The entries [begin, end), all of one slice.
    void take(std::byte* partials, std::int64_t begin, std::int64_t end) const
    {
        const auto* from = m_values + begin * m_shape.step;
        if (isOfElements()) {
            m_loops.rows(partials, from, 1, 0, end - begin, 1);
        } else if (m_shape.step <= mostStacked) {
            alignas(64) std::byte stacked[mostStacked * mostPartialBytes];
            m_loops.clear(stacked, m_shape.step);
            m_loops.stack(stacked, from, end - begin, m_shape.step);
            m_loops.fold(partials, stacked, m_shape);
        } else {
            for (auto e = begin; e < end; ++e, from += m_shape.step)
                m_loops.rows(partials, from, m_shape.outSize, m_shape.outStride, m_shape.inSize, m_shape.inStride);
        }
    }
    // Precondition: entries are elements.
    void takeRuns(std::byte* partials, const std::int64_t* starts, std::int64_t count) const
    {
        m_loops.runs(partials, m_values, starts, count);
    }
    // Of the entries [begin, end) those of the indices [first, last), in order.
    template <class I>
    void scatter(std::byte* partials, const I* indices, std::int64_t begin, std::int64_t end, std::int64_t first,
                 std::int64_t last) const
    {
        const auto* from = m_values + begin * m_shape.step;
        if constexpr (sizeof(I) == 4)
            m_loops.scatter32(partials, from, indices + begin, end - begin, first, last, m_shape);
        else
            m_loops.scatter64(partials, from, indices + begin, end - begin, first, last, m_shape);
    }
    void join(std::byte* into, const std::byte* what, std::int64_t slots) const
    {
        m_loops.join(into, what, slots * m_shape.outSize);
    }

    // Zeros where there are places for more entries than those.
    void takeZeros(std::byte* partials, std::int64_t entries, std::int64_t full) const
    {
        const T zero{};
        const T* const from = &zero;
        if (m_countsZeros && entries < full)
            m_loops.columns(partials, &from, 1, m_shape.outSize, 0);
    }
    // Of some slices or indices, each with places for `full` blocks.
    void finish(const std::byte* partials, std::int64_t slots, std::int64_t full, std::byte* to) const
    {
        m_loops.finish(partials, slots * m_shape.outSize, saturatingMul(full, m_shape.inSize), to, 1);
    }

private:
    bool m_countsZeros;
    ReduceLoops<T> m_loops;
    BlockShape m_shape;
    const T* m_values;
    std::int64_t m_resultBytes;
};

// Whole slices [first, last) of elements, many to a call: most rows are short.
template <class T, class I>
void reduceRuns(const BlockReducer<T>& reducer, const Slices<I>& pattern, std::int64_t first, std::int64_t last,
                std::byte* results)
{
    constexpr std::int64_t most = 256;
    alignas(64) std::byte partials[most * mostPartialBytes];
    std::int64_t starts[most + 1];
    for (auto begin = first; begin < last; begin += most) {
        const auto count = std::min(most, last - begin);
        std::copy_n(pattern.pointers + begin, count + 1, starts);
        reducer.clear(partials, count);
        reducer.takeRuns(partials, starts, count);
        for (std::int64_t i = 0; i < count && reducer.countsZeros(); ++i)
            reducer.takeZeros(partials + i * reducer.bytes(), starts[i + 1] - starts[i], pattern.width);
        reducer.finish(partials, count, pattern.width, results + begin * reducer.resultBytes());
    }
}

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
        if (task.isPiece()) {
            reducer.clear(own, 1);
            reducer.take(own, task.begin, task.end);
            return;
        }
        if (reducer.isOfElements())
            return reduceRuns(reducer, pattern, task.firstSlice, task.lastSlice, results);
        for (auto slice = task.firstSlice; slice < task.lastSlice; ++slice) {
            const std::int64_t begin = pattern.pointers[slice], end = pattern.pointers[slice + 1];
            reducer.clear(own, 1);
            reducer.take(own, begin, end);
            reducer.takeZeros(own, end - begin, pattern.width);
            reducer.finish(own, 1, pattern.width, results + slice * reducer.resultBytes());
        }
    });
    for (std::size_t t = 0; t < tasks.size(); ++t) {
        const auto& task = tasks[t];
        if (!task.isPiece() || task.begin != pattern.pointers[task.firstSlice])
            continue;
        auto* first = partials.data() + task.piece * room;
        for (auto next = t + 1; next < tasks.size() && tasks[next].firstSlice == task.firstSlice; ++next)
            reducer.join(first, partials.data() + tasks[next].piece * room, 1);
        reducer.takeZeros(first, pattern.pointers[task.lastSlice] - task.begin, pattern.width);
        reducer.finish(first, 1, pattern.width, results + task.firstSlice * reducer.resultBytes());
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
          m_counts(static_cast<std::size_t>(reducer.countsZeros() ? pattern.width : 0))
    {
    }

    void clear(std::int64_t first, std::int64_t last) { m_reducer.clear(at(first), last - first); }

    // Of the entries [begin, end) those of the indices [first, last), in order.
    void take(std::int64_t begin, std::int64_t end, std::int64_t first, std::int64_t last, const Watch& watch)
    {
        constexpr std::int64_t atOnce = std::int64_t{1} << 16;
        for (auto part = begin; part < end && !watch.isStopped(); part += atOnce) {
            const auto partEnd = std::min(part + atOnce, end);
            m_reducer.scatter(m_partials.data(), m_pattern.indices, part, partEnd, first, last);
            for (auto e = part; e < partEnd && m_reducer.countsZeros(); ++e)
                if (const std::int64_t index = m_pattern.indices[e]; index >= first && index < last)
                    ++m_counts[static_cast<std::size_t>(index)];
        }
    }

    void join(const IndexPartials& other, std::int64_t first, std::int64_t last)
    {
        m_reducer.join(at(first), other.m_partials.data() + first * m_reducer.bytes(), last - first);
        for (auto i = first; i < last && m_reducer.countsZeros(); ++i)
            m_counts[static_cast<std::size_t>(i)] += other.m_counts[static_cast<std::size_t>(i)];
    }

    void finish(std::int64_t first, std::int64_t last, std::byte* results)
    {
        for (auto i = first; i < last && m_reducer.countsZeros(); ++i)
            m_reducer.takeZeros(at(i), m_counts[static_cast<std::size_t>(i)], m_pattern.count);
        m_reducer.finish(at(first), last - first, m_pattern.count, results + first * m_reducer.resultBytes());
    }

private:
    std::byte* at(std::int64_t index) { return m_partials.data() + index * m_reducer.bytes(); }

    const BlockReducer<T>& m_reducer;
    const Slices<I>& m_pattern;
    std::vector<std::byte> m_partials;
    std::vector<std::int64_t> m_counts; // of entries, where zeros take part
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
        partials.finish(first, last, results);
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
               const auto first = by.first(share), last = by.first(share + 1);
               for (std::size_t piece = 1; piece < partials.size(); ++piece)
                   partials.front().join(partials[piece], first, last);
               partials.front().finish(first, last, results);
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
    // Where an index has two entries of a piece or more, partial results of pieces cost less than threads that
    // look at each other's entries, and no index is one thread's alone. How many depends on the pattern only, and
    // so do sums of floats.
    constexpr std::int64_t mostPieces = 8, leastEntriesOfPiece = std::int64_t{1} << 16;
    const auto pieces = std::min(mostPieces, entries / std::max(2 * pattern.width, leastEntriesOfPiece));
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
