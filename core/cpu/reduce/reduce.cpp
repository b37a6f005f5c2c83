// SPDX-License-Identifier: Apache-2.0
#include "cpu/reduce/reduce.h"

#include "cpu/element_types.h"
#include "cpu/reduce/reduce_loops.h"
#include "cpu/strided/loop_nest.h"
#include "cpu/tasks.h"

namespace tscope::cpu {

namespace {

using Nest = LoopNest<2>; // the array, its results (stride 0 where dims are reduced)

constexpr std::int64_t bytesTogether = 1 << 14; // of partial results that are built at once, in the first cache
constexpr std::int64_t leastTogether = 8;
constexpr std::int64_t perTask = 1 << 17; // elements
constexpr std::int64_t perUnit = 1 << 16;
constexpr std::int64_t shortRow = 4096; // shorter ones are taken several at a time

// How one reduction is walked through. Results are built in groups of `perGroup` along the dim `group`; a group
// takes in units: either a single element for each result (column by column), or a run of elements for each.
struct Walk {
    Nest kept, reduced;        // what the inner loops leave over
    Nest::Dim group, run;      // of kept, and of reduced dims
    bool byColumns = false;    // a unit is an element for each result of the group; else a piece of a run for each
    std::int64_t groups = 0;   // of results, per place of `kept`
    std::int64_t perGroup = 1; // results in a group
    std::int64_t unitsPerRun = 1;
    std::int64_t units = 0, unitsPerPiece = 1, pieces = 1; // of one group
    std::int64_t taken = 0;                                // elements for each result

    std::int64_t tasks() const { return kept.count() * groups * pieces; }
};

bool isCloser(const Nest::Dim& a, const Nest::Dim& b)
{
    return std::abs(a.strides[0]) < std::abs(b.strides[0]);
}

Walk walkOf(const Reduction& shape, std::int64_t partialBytes)
{
    // Results lie in row-major order of what is kept.
    std::vector<std::int64_t> resultStrides(shape.sizes.size());
    std::int64_t results = 1;
    for (auto d = shape.sizes.size(); d-- > 0;)
        if (!shape.isReduced[d]) {
            resultStrides[d] = results;
            results *= shape.sizes[d];
        }
    auto all = loopNest<2>(shape.sizes, {shape.strides, resultStrides});
    const auto mostTogether = bytesTogether / partialBytes;
    Walk walk;
    walk.kept.starts = all.starts;
    for (std::size_t d = 0; d < all.dims(); ++d)
        (all.strides[1][d] == 0 ? walk.reduced : walk.kept).add(all.dim(d));
    walk.taken = walk.reduced.count();
    walk.group = walk.kept.takeInnermost();
    if (walk.reduced.dims() > 0)
        walk.run = walk.reduced.dim(walk.reduced.dims() - 1);
    // Rows of a few results only would be calls of a few elements each.
    walk.byColumns =
        walk.group.size >= leastTogether && (walk.reduced.dims() == 0 || isCloser(walk.group, walk.run));
    if (walk.byColumns) {
        walk.run = {};
        walk.perGroup = std::min(walk.group.size, mostTogether);
        walk.units = walk.taken;
    } else {
        walk.run = walk.reduced.takeInnermost();
        walk.perGroup = std::clamp<std::int64_t>(shortRow / std::max<std::int64_t>(walk.run.size, 1), 1,
                                                 std::min(walk.group.size, mostTogether));
        walk.unitsPerRun = (walk.run.size + perUnit - 1) / perUnit;
        walk.units = walk.reduced.count() * walk.unitsPerRun;
    }
    walk.groups = (walk.group.size + walk.perGroup - 1) / walk.perGroup;
    const auto perUnitNow = walk.perGroup * (walk.byColumns ? 1 : std::min(walk.run.size, perUnit));
    // At least as much as a task, and no more pieces than share the work well among many threads.
    walk.unitsPerPiece =
        std::max({perTask / std::max<std::int64_t>(perUnitNow, 1), (walk.units + 63) / 64, std::int64_t{1}});
    walk.pieces = std::max<std::int64_t>((walk.units + walk.unitsPerPiece - 1) / walk.unitsPerPiece, 1);
    return walk;
}

template <class T>
class Reducer
{
public:
    Reducer(Walk walk, const ReduceLoops<T>& loops, const T* from)
        : m_walk(std::move(walk)), m_loops(loops), m_from(from)
    {
    }

    // What the units of one piece come to, for the results of one group.
    void takePiece(const T* from, std::int64_t results, std::int64_t piece, std::byte* partials) const
    {
        m_loops.clear(partials, results);
        const auto begin = piece * m_walk.unitsPerPiece;
        const auto end = std::min(begin + m_walk.unitsPerPiece, m_walk.units);
        if (begin >= end)
            return;
        NestPlace<2> place(m_walk.reduced, begin / m_walk.unitsPerRun);
        if (m_walk.byColumns) {
            for (auto unit = begin; unit < end;) {
                const T* columns[columnsTogether];
                int count = 0;
                for (; count < columnsTogether && unit < end; ++count, ++unit, place.next())
                    columns[count] = from + place.offsets[0];
                m_loops.columns(partials, columns, count, results, m_walk.group.strides[0]);
            }
            return;
        }
        for (auto unit = begin; unit < end; ++unit) {
            const auto first = unit % m_walk.unitsPerRun * perUnit;
            m_loops.rows(partials, from + place.offsets[0] + first * m_walk.run.strides[0], results,
                         m_walk.group.strides[0], std::min(perUnit, m_walk.run.size - first),
                         m_walk.run.strides[0]);
            if (unit % m_walk.unitsPerRun == m_walk.unitsPerRun - 1)
                place.next();
        }
    }

    template <class R>
    bool run(R* to, const Watch& watch) const
    {
        const auto total = m_walk.kept.count() * m_walk.group.size;
        const auto work = total * std::max<std::int64_t>(m_walk.taken, 1);
        return m_walk.pieces == 1 ? runWhole(to, work, watch) : runPieces(to, work, watch);
    }

private:
    // A group by its number: the first result, how many, where its elements begin.
    template <class Body>
    void withGroup(const NestPlace<2>& place, std::int64_t group, Body&& body) const
    {
        const auto first = group * m_walk.perGroup;
        const auto results = std::min(m_walk.perGroup, m_walk.group.size - first);
        body(m_from + place.offsets[0] + first * m_walk.group.strides[0], results,
             place.offsets[1] + first * m_walk.group.strides[1]);
    }

    template <class R>
    void finish(const std::byte* partials, std::int64_t results, R* to) const
    {
        m_loops.finish(partials, results, m_walk.taken, to, m_walk.group.strides[1]);
    }

    template <class R>
    bool runWhole(R* to, std::int64_t work, const Watch& watch) const
    {
        const auto groups = m_walk.kept.count() * m_walk.groups;
        const auto together =
            std::max<std::int64_t>(perTask / std::max<std::int64_t>(m_walk.taken * m_walk.perGroup, 1), 1);
        return runTasks((groups + together - 1) / together, work, watch, [&](std::int64_t task) {
            alignas(64) std::byte partials[bytesTogether];
            const auto begin = task * together, end = std::min(begin + together, groups);
            NestPlace<2> place(m_walk.kept, begin / m_walk.groups);
            for (auto group = begin; group < end; ++group) {
                withGroup(place, group % m_walk.groups, [&](const T* from, std::int64_t results, std::int64_t at) {
                    takePiece(from, results, 0, partials);
                    finish(partials, results, to + at);
                });
                if (group % m_walk.groups == m_walk.groups - 1)
                    place.next();
            }
        });
    }

    // Few results of many elements each: pieces of them are taken beside each other, and joined in order.
    template <class R>
    bool runPieces(R* to, std::int64_t work, const Watch& watch) const
    {
        const auto groups = m_walk.kept.count() * m_walk.groups;
        const auto pieceBytes = m_walk.perGroup * m_loops.partialBytes;
        const auto atOnce = std::max<std::int64_t>((std::int64_t{1} << 22) / (pieceBytes * m_walk.pieces), 1);
        std::vector<std::byte> partials(
            static_cast<std::size_t>(std::min(atOnce, groups) * m_walk.pieces * pieceBytes));
        for (std::int64_t begin = 0; begin < groups; begin += atOnce) {
            const auto now = std::min(atOnce, groups - begin);
            const auto each = [&](std::int64_t number, auto&& body) {
                const NestPlace<2> place(m_walk.kept, (begin + number) / m_walk.groups);
                withGroup(place, (begin + number) % m_walk.groups, body);
            };
            const bool done = runTasks(now * m_walk.pieces, work, watch, [&](std::int64_t task) {
                each(task / m_walk.pieces, [&](const T* from, std::int64_t results, std::int64_t) {
                    takePiece(from, results, task % m_walk.pieces, partials.data() + task * pieceBytes);
                });
            });
            if (!done)
                return false;
            for (std::int64_t group = 0; group < now; ++group)
                each(group, [&](const T*, std::int64_t results, std::int64_t at) {
                    auto* first = partials.data() + group * m_walk.pieces * pieceBytes;
                    for (std::int64_t piece = 1; piece < m_walk.pieces; ++piece)
                        m_loops.join(first, first + piece * pieceBytes, results);
                    finish(first, results, to + at);
                });
        }
        return true;
    }

    Walk m_walk;
    ReduceLoops<T> m_loops;
    const T* m_from;
};

template <class T, class R>
bool reduce(const Reduction& shape, Reduce kind, const T* from, R* to, const Watch& watch)
{
    for (std::size_t d = 0; d < shape.sizes.size(); ++d)
        if (!shape.isReduced[d] && shape.sizes[d] == 0)
            return !watch.isStopped();
    const auto loops = reduceLoops<T>(kind);
    return Reducer<T>(walkOf(shape, loops.partialBytes), loops, from).run(to, watch);
}

} // namespace

template <class T>
bool reduceSum(const Reduction& shape, const T* from, SumResult<T>* to, const Watch& watch)
{
    return reduce(shape, Reduce::sum, from, to, watch);
}

template <class T>
bool reduceMean(const Reduction& shape, const T* from, T* to, const Watch& watch)
{
    return reduce(shape, Reduce::mean, from, to, watch);
}

template <class T>
bool reduceMin(const Reduction& shape, const T* from, T* to, const Watch& watch)
{
    return reduce(shape, Reduce::min, from, to, watch);
}

template <class T>
bool reduceMax(const Reduction& shape, const T* from, T* to, const Watch& watch)
{
    return reduce(shape, Reduce::max, from, to, watch);
}

// NOLINTBEGIN(bugprone-macro-parentheses): what stands in for T and I are types
#define TSCOPE_INSTANTIATE(T) template bool reduceSum(const Reduction&, const T*, SumResult<T>*, const Watch&);
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#define TSCOPE_INSTANTIATE(T) template bool reduceMean(const Reduction&, const T*, T*, const Watch&);
TSCOPE_FOR_REAL_TYPES(TSCOPE_INSTANTIATE)
TSCOPE_FOR_COMPLEX_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template bool reduceMin(const Reduction&, const T*, T*, const Watch&);                                        \
    template bool reduceMax(const Reduction&, const T*, T*, const Watch&);
TSCOPE_FOR_INTEGER_TYPES(TSCOPE_INSTANTIATE)
TSCOPE_FOR_REAL_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

} // namespace tscope::cpu
