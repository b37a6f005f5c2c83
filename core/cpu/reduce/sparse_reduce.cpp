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
                m_loops.column(partials, from, m_blocks.outSize, m_blocks.outStride);
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
        if (entries < full && (m_kind == Reduce::min || m_kind == Reduce::max))
            m_loops.column(partials, &zero, m_blocks.outSize, 0);
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
    std::vector<std::byte> partials(static_cast<std::size_t>((cut.pieces + std::ssize(tasks)) * reducer.bytes()));
    const auto done = runTasks(std::ssize(tasks), saturatingMul(pattern.entries(), perEntry), watch, [&](auto t) {
        const auto& task = tasks[static_cast<std::size_t>(t)];
        auto* own = partials.data() + (task.isPiece() ? task.piece : cut.pieces + t) * reducer.bytes();
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
        auto* first = partials.data() + task.piece * reducer.bytes();
        for (auto next = t + 1; next < tasks.size() && tasks[next].firstSlice == task.firstSlice; ++next)
            reducer.join(first, partials.data() + tasks[next].piece * reducer.bytes());
        reducer.finish(first, pattern.pointers[task.lastSlice] - task.begin, pattern.width,
                       results + task.firstSlice * reducer.resultBytes());
    }
    return done;
}

template <class T, class I>
bool reduceIndices(Reduce kind, const Slices<I>& pattern, const Blocks<T>& blocks, void* to, const Watch& watch)
{
    const BlockReducer<T> reducer(kind, blocks);
    const auto entries = pattern.entries();
    const auto work = saturatingMul(entries, saturatingMul(blocks.outSize, blocks.inSize));
    const std::int64_t shares = workersFor(work);
    auto* results = static_cast<std::byte*>(to);
    std::vector<std::byte> partials(static_cast<std::size_t>(pattern.width * reducer.bytes()));
    std::vector<std::int64_t> counts(static_cast<std::size_t>(pattern.width));
    // Each share sees all entries and takes those of its own indices, in order.
    return runTasks(shares, work, watch,
                    [&](std::int64_t share) {
                        const auto first = pattern.width / shares * share;
                        const auto last =
                            share + 1 == shares ? pattern.width : pattern.width / shares * (share + 1);
                        reducer.clear(partials.data() + first * reducer.bytes(), last - first);
                        for (std::int64_t e = 0; e < entries; ++e) {
                            const std::int64_t index = pattern.indices[e];
                            if (index < first || index >= last)
                                continue;
                            reducer.take(partials.data() + index * reducer.bytes(), e, e + 1);
                            ++counts[static_cast<std::size_t>(index)];
                            if (e % (1 << 16) == 0 && watch.isStopped())
                                return;
                        }
                        for (auto index = first; index < last; ++index)
                            reducer.finish(partials.data() + index * reducer.bytes(),
                                           counts[static_cast<std::size_t>(index)], pattern.count,
                                           results + index * reducer.resultBytes());
                    }) &&
           !watch.isStopped();
}

#define TSCOPE_INSTANTIATE_FOR(T, I)                                                                              \
    template bool reduceSlices(Reduce, const Slices<I>&, const Blocks<T>&, void*, const Watch&);                  \
    template bool reduceIndices(Reduce, const Slices<I>&, const Blocks<T>&, void*, const Watch&);
#define TSCOPE_INSTANTIATE(T) TSCOPE_INSTANTIATE_FOR(T, std::int32_t) TSCOPE_INSTANTIATE_FOR(T, std::int64_t)
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#undef TSCOPE_INSTANTIATE_FOR

} // namespace tscope::cpu
