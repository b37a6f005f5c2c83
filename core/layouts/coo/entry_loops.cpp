// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/entry_loops.h"

#if defined(__x86_64__)
#include "layouts/coo/pair_avx2.h"
#endif

#include <algorithm>
#include <cstdint>

namespace tscope {

namespace {

using Int = std::int64_t;

// Each loop is written once, free of branches so that compilers vectorise it, and is taken into one function per
// instruction set below.
#define TSCOPE_LOOP [[gnu::always_inline]] inline

// Runs are read once, in order. Memory is asked for what comes two pages later, block by block: within the loops
// it would keep them from being vectorised. Reads nothing itself, so the end of the array does not matter.
constexpr Int block = 64;

TSCOPE_LOOP void fetchAhead(const Int* from, Int count)
{
    constexpr std::uintptr_t far = 8192, cacheLine = 64;
    const auto first = reinterpret_cast<std::uintptr_t>(from) + far;
    for (std::uintptr_t at = 0; at < static_cast<std::uintptr_t>(count) * sizeof(Int); at += cacheLine)
        __builtin_prefetch(reinterpret_cast<const void*>(first + at), 0, 2);
}

TSCOPE_LOOP RunRange rangeLoop(const Int* run, Int count)
{
    Int signs = 0, highest = -1;
    for (Int begin = 0; begin < count; begin += block) {
        const Int end = std::min(begin + block, count);
        fetchAhead(run + begin, end - begin);
        for (Int i = begin; i < end; ++i) {
            signs |= run[i];
            highest = run[i] > highest ? run[i] : highest;
        }
    }
    return {signs, highest};
}

TSCOPE_LOOP Int countNegativeLoop(const Int* run, Int count)
{
    Int negative = 0;
    for (Int i = 0; i < count; ++i)
        negative += run[i] < 0 ? 1 : 0;
    return negative;
}

TSCOPE_LOOP Int countAtLeastLoop(const Int* run, Int count, Int limit)
{
    Int atLeast = 0;
    for (Int i = 0; i < count; ++i)
        atLeast += run[i] >= limit ? 1 : 0;
    return atLeast;
}

TSCOPE_LOOP PairRun pairLoop(const Int* rows, const Int* columns, Int count)
{
    Int rowSigns = 0, rowHighest = -1, columnSigns = 0, columnHighest = -1, notAbove = 0, duplicates = 0;
    for (Int begin = 0; begin < count; begin += block) {
        const Int end = std::min(begin + block, count);
        fetchAhead(rows + begin, end - begin);
        fetchAhead(columns + begin, end - begin);
        for (Int i = begin; i < end; ++i) {
            const Int row = rows[i], column = columns[i], rowBefore = rows[i - 1], columnBefore = columns[i - 1];
            rowSigns |= row;
            columnSigns |= column;
            rowHighest = row > rowHighest ? row : rowHighest;
            columnHighest = column > columnHighest ? column : columnHighest;
            const Int rowFell = row < rowBefore ? 1 : 0, rowSame = row == rowBefore ? 1 : 0;
            const Int columnNotAbove = column <= columnBefore ? 1 : 0, columnSame = column == columnBefore ? 1 : 0;
            notAbove += rowFell | (rowSame & columnNotAbove);
            duplicates += rowSame & columnSame;
        }
    }
    return {{rowSigns, rowHighest}, {columnSigns, columnHighest}, notAbove - duplicates, duplicates};
}

TSCOPE_LOOP void compareLoop(const Int* run, Int count, Int* order)
{
    for (Int i = 0; i < count; ++i) {
        const Int sameOrAbove = run[i] > run[i - 1] ? 1 : order[i];
        order[i] = run[i] < run[i - 1] ? -1 : sameOrAbove;
    }
}

TSCOPE_LOOP void countOrderLoop(const Int* order, Int count, Int& unsorted, Int& duplicates)
{
    Int below = 0, same = 0;
    for (Int i = 0; i < count; ++i) {
        below += order[i] < 0 ? 1 : 0;
        same += order[i] == 0 ? 1 : 0;
    }
    unsorted = below;
    duplicates = same;
}

TSCOPE_LOOP Int countEqualLoop(const Int* run, Int count, Int wanted)
{
    Int equal = 0;
    for (Int i = 0; i < count; ++i)
        equal += run[i] == wanted ? 1 : 0;
    return equal;
}

TSCOPE_LOOP Int countEqualPairLoop(const Int* rows, const Int* columns, Int count, Int row, Int column)
{
    Int equal = 0;
    for (Int i = 0; i < count; ++i)
        equal += (rows[i] == row ? 1 : 0) & (columns[i] == column ? 1 : 0);
    return equal;
}

// One set of functions, each compiled for `target`.
#define TSCOPE_LOOPS(set, target)                                                                                 \
    namespace set {                                                                                               \
    target RunRange range(const Int* run, Int count)                                                              \
    {                                                                                                             \
        return rangeLoop(run, count);                                                                             \
    }                                                                                                             \
    target Int countNegative(const Int* run, Int count)                                                           \
    {                                                                                                             \
        return countNegativeLoop(run, count);                                                                     \
    }                                                                                                             \
    target Int countAtLeast(const Int* run, Int count, Int limit)                                                 \
    {                                                                                                             \
        return countAtLeastLoop(run, count, limit);                                                               \
    }                                                                                                             \
    target PairRun pair(const Int* rows, const Int* columns, Int count)                                           \
    {                                                                                                             \
        return pairLoop(rows, columns, count);                                                                    \
    }                                                                                                             \
    target void compare(const Int* run, Int count, Int* order)                                                    \
    {                                                                                                             \
        compareLoop(run, count, order);                                                                           \
    }                                                                                                             \
    target void countOrder(const Int* order, Int count, Int& unsorted, Int& duplicates)                           \
    {                                                                                                             \
        countOrderLoop(order, count, unsorted, duplicates);                                                       \
    }                                                                                                             \
    target Int countEqual(const Int* run, Int count, Int wanted)                                                  \
    {                                                                                                             \
        return countEqualLoop(run, count, wanted);                                                                \
    }                                                                                                             \
    target Int countEqualPair(const Int* rows, const Int* columns, Int count, Int row, Int column)                \
    {                                                                                                             \
        return countEqualPairLoop(rows, columns, count, row, column);                                             \
    }                                                                                                             \
    constexpr EntryLoops loops{range,   countNegative, countAtLeast, pair,                                        \
                               compare, countOrder,    countEqual,   countEqualPair};                             \
    }

TSCOPE_LOOPS(baseline, )
#if defined(__x86_64__)
TSCOPE_LOOPS(avx2, [[gnu::target("avx2")]])
TSCOPE_LOOPS(avx512, [[gnu::target("avx512f,avx512vl,avx512dq")]])
#endif

#undef TSCOPE_LOOPS
#undef TSCOPE_LOOP

#if defined(__x86_64__)
RunRange both(const RunRange& a, const RunRange& b)
{
    return {a.signs | b.signs, std::max(a.highest, b.highest)};
}

PairRun together(PairRun a, const PairRun& b)
{
    a.rows = both(a.rows, b.rows);
    a.columns = both(a.columns, b.columns);
    a.unsorted += b.unsorted;
    a.duplicates += b.duplicates;
    return a;
}

// Whole steps by vectors, the few that are left by the plain loop. Where numbers are not small, mostly all are.
PairRun pairOfAvx2(const Int* rows, const Int* columns, Int count)
{
    const Int whole = count / pairStep * pairStep;
    const auto run = avx2::pair(rows + whole, columns + whole, count - whole);
    if (whole == 0)
        return run;
    if ((rows[0] | columns[0]) >> 32 != 0)
        return together(run, anyPairs(rows, columns, whole));
    const auto small = smallPairs(rows, columns, whole);
    const auto rangeAmong = [&](const Int* numbers, Int largest) {
        return largest < 0 ? avx2::range(numbers, whole) : RunRange{0, largest};
    };
    return together(run, {rangeAmong(rows, small.largestRow), rangeAmong(columns, small.largestColumn),
                          whole - small.above - small.duplicates, small.duplicates});
}

constexpr EntryLoops withPairs(EntryLoops loops, decltype(EntryLoops::pair) pair)
{
    loops.pair = pair;
    return loops;
}

constexpr EntryLoops avx2Loops = withPairs(avx2::loops, pairOfAvx2);
#endif

const EntryLoops& chosen()
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return avx512::loops;
    if (__builtin_cpu_supports("avx2"))
        return avx2Loops;
#endif
    return baseline::loops;
}

} // namespace

const EntryLoops& entryLoops()
{
    static const EntryLoops& loops = chosen();
    return loops;
}

} // namespace tscope
