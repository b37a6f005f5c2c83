// SPDX-License-Identifier: Apache-2.0
#include "base/checked_math.h"
#include "cpu/element_types.h"
#include "cpu/products/scatter_shares.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace tscope::cpu {

namespace {

// The parts that entries by ascending rows are cut into: by their number only.
struct Parts {
    std::int64_t entries = 0, perPart = 0;

    explicit Parts(std::int64_t count) : entries(count), perPart(std::max(leastPerPart, (count + most - 1) / most))
    {
    }
    std::int64_t count() const { return std::max<std::int64_t>((entries + perPart - 1) / perPart, 1); }
    std::int64_t begin(std::int64_t part) const { return part * perPart; }
    std::int64_t end(std::int64_t part) const { return std::min(begin(part) + perPart, entries); }

    static constexpr std::int64_t leastPerPart = 1 << 15, most = 256;
};

// Rows that several parts share: their sums are added up in order.
template <class T, class I>
void joinParts(const Parts& parts, const Coordinates<I>& pattern, const RunLoops<T, I>& loops, const Dense<T>& y,
               std::byte* heads, std::byte* tails)
{
    const auto bytes = y.columns * loops.sumBytes;
    std::byte* open = nullptr; // the sums of a row that a part before has begun
    for (std::int64_t p = 0; p < parts.count() && pattern.entries > 0; ++p) {
        const auto begin = parts.begin(p), end = parts.end(p);
        const auto firstRow = pattern.rows[begin], lastRow = pattern.rows[end - 1];
        const bool beganBefore = begin > 0 && pattern.rows[begin - 1] == firstRow;
        const bool goesOn = end < pattern.entries && pattern.rows[end] == lastRow;
        if (beganBefore) {
            loops.add(open, heads + p * bytes, y.columns);
            if (goesOn && firstRow == lastRow)
                continue;
            loops.round(open, y.data + static_cast<std::int64_t>(firstRow) * y.stride, y.columns);
        }
        if (goesOn)
            open = tails + p * bytes;
    }
}

// Parts that are each in order write rows of their own if they lie one behind the other: looked at before any of
// them writes, for several threads do so at once.
template <class I>
bool followEachOther(const Parts& parts, const I* rows)
{
    for (std::int64_t p = 0; p < parts.count(); ++p) {
        const auto begin = parts.begin(p), end = parts.end(p);
        if (begin < end && (rows[end - 1] < rows[begin] || (begin > 0 && rows[begin] < rows[begin - 1])))
            return false;
    }
    return true;
}

template <class I>
bool isInOrder(const I* rows, std::int64_t begin, std::int64_t end)
{
    bool falls = false; // all are looked at: that is vectorised
    for (auto e = begin + 1; e < end; ++e)
        falls |= rows[e] < rows[e - 1];
    return !falls;
}

enum class Outcome { done, stopped, unsorted };

template <class T, class I>
Outcome sumSorted(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, const Dense<T>& y,
                  const Watch& watch)
{
    const auto loops = runLoops<T, I>();
    const Parts parts(pattern.entries);
    const bool isShared = parts.count() > 1 && threadCount() > 1;
    if (isShared && !followEachOther(parts, pattern.rows))
        return Outcome::unsorted;
    const auto bytes = y.columns * loops.sumBytes;
    std::vector<std::byte> open(static_cast<std::size_t>(2 * parts.count() * bytes));
    auto* heads = open.data();
    auto* tails = heads + parts.count() * bytes;
    std::atomic<bool> unsorted{false};
    const auto work = saturatingMul(pattern.entries, y.columns);
    const auto done = runTasks(parts.count(), work, watch, [&](std::int64_t p) {
        const auto begin = parts.begin(p), end = parts.end(p);
        if (!unsorted && ((isShared && !isInOrder(pattern.rows, begin, end)) ||
                          !loops.runs(pattern, values, x, y, begin, end, heads + p * bytes, tails + p * bytes)))
            unsorted = true;
    });
    if (!done)
        return Outcome::stopped;
    if (unsorted)
        return Outcome::unsorted;
    joinParts(parts, pattern, loops, y, heads, tails);
    return Outcome::done;
}

} // namespace

template <class T, class I>
bool coordinateProduct(const Coordinates<I>& pattern, const T* values, const Dense<const T>& x, const Dense<T>& y,
                       const Watch& watch)
{
    const auto outcome = sumSorted(pattern, values, x, y, watch);
    if (outcome != Outcome::unsorted)
        return outcome == Outcome::done;
    const auto loops = scatterLoops<T, I>();
    const auto shares =
        scatterShares(pattern.rows, pattern.entries, y.rows, y.columns, saturatingMul(pattern.entries, y.columns));
    const Parts parts(pattern.entries);
    const auto add =
        y.columns > 1 && loops.coordinatesOfRows != nullptr ? loops.coordinatesOfRows : loops.coordinates;
    return scatter<T, I>(loops, y, 1, shares, parts.count(), watch,
                         [&](const ScatterShare& share, std::byte* sums, std::int64_t stride, std::int64_t p) {
                             add(pattern, values, x, sums, stride, share, parts.begin(p), parts.end(p));
                         });
}

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template bool coordinateProduct(const Coordinates<std::int32_t>&, const T*, const Dense<const T>&,            \
                                    const Dense<T>&, const Watch&);                                               \
    template bool coordinateProduct(const Coordinates<std::int64_t>&, const T*, const Dense<const T>&,            \
                                    const Dense<T>&, const Watch&);
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
