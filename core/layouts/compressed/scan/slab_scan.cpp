// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/slab_scan.h"

#include "layouts/compressed/scan/line_disorder.h"

#include <algorithm>
#include <limits>

namespace tscope::compressed {

namespace {

bool isNarrow(const std::optional<IndexLines>& lines)
{
    return !lines || lines->dtype().type() == ElementType::i32;
}

template <class T>
bool isDisorder(T previous, T value, Order order)
{
    return previous > value || (previous == value && order == Order::strict);
}

void addUnsigned(std::int64_t& most, std::uint64_t value)
{
    most =
        std::max(most, value > static_cast<std::uint64_t>(int64Max) ? int64Max : static_cast<std::int64_t>(value));
}

} // namespace

SlabScanner::SlabScanner(const ScanInput& input)
    : m_input(input), m_narrow(isNarrow(input.pointers) && isNarrow(input.entries))
{
}

std::int64_t SlabScanner::firstPointer(std::int64_t line, std::int64_t done, std::int64_t low, std::int64_t high,
                                       std::int64_t likely) const
{
    // A pointer comes just before the entry at which it points.
    const auto comesLater = [&](std::int64_t p) { return m_input.pointers->at(line, p) >= done - p; };
    const auto narrow = [&](std::int64_t middle) { comesLater(middle) ? high = middle : low = middle + 1; };
    // Outwards from there in growing steps until it lies between two probes, then by halves.
    auto probe = std::clamp(likely, low, std::max(low, high - 1));
    for (std::int64_t step = 16; low < high && probe >= low && probe < high; step *= 4) {
        narrow(probe);
        probe = probe < low ? probe + step : probe - step;
    }
    while (low < high)
        narrow(low + (high - low) / 2);
    return low;
}

Unit SlabScanner::slab(const ScanTable::Slab& slab)
{
    return m_narrow ? counted<std::int32_t>(slab) : counted<std::int64_t>(slab);
}

Unit SlabScanner::lines(std::int64_t lineBegin, std::int64_t lineEnd)
{
    Unit sum;
    const auto pointers = m_input.pointersPerLine();
    for (auto line = lineBegin; line < lineEnd; ++line) {
        const auto entries = m_input.entriesIn(line);
        auto unit = slab({line, 0, pointers, 0, entries});
        if (m_input.entries && pointers > 0 && unit.irregular) {
            if (!unit.startsOpen) // all of the line's starts are looked at below
                unit.disorder = unit.neighbours;
            unit.disorder = saturatingAdd(unit.disorder, irregularDisorder(m_input, ScanTable{}, line));
        }
        sum.disorder = saturatingAdd(sum.disorder, unit.disorder);
        sum.longestSlice = std::max(sum.longestSlice, unit.longestSlice);
        sum.largest = std::max(sum.largest, unit.largest);
        sum.neighbours += unit.neighbours;
        sum.falling += unit.falling;
        sum.tooMany += unit.tooMany;
        sum.negative += unit.negative;
        sum.tooLarge += unit.tooLarge;
        sum.firstNotZero += unit.firstNotZero;
        sum.lastNotStored += unit.lastNotStored;
        sum.lastBeyondStored += unit.lastBeyondStored;
        sum.irregular = sum.irregular || unit.irregular;
    }
    return sum;
}

template <class T>
Unit SlabScanner::counted(const ScanTable::Slab& slab)
{
    Unit unit;

    // One entry more on either side, for the neighbours across the edges.
    const T* values = nullptr;
    const auto origin = std::max<std::int64_t>(slab.entryBegin - 1, 0);
    if (m_input.entries) {
        const auto end = std::min(slab.entryEnd + 1, m_input.entriesIn(slab.line));
        values = m_input.entries->window<T>(slab.line, origin, end, m_entryScratch);
    }
    Starts<T> starts;
    if (slab.pointerBegin < slab.pointerEnd)
        starts = countPointers(slab, values, origin, unit);
    if (const auto count = slab.entryEnd - slab.entryBegin; count > 0) {
        const T* own = values + (slab.entryBegin - origin);
        const auto limit = m_input.plainExtent.value_or(int64Max);
        const bool fits = limit <= std::int64_t{std::numeric_limits<T>::max()};
        const auto countOutside = [&] {
            return scanKernels<T>().entriesOutside(own, count, m_input.order, starts,
                                                   fits ? static_cast<T>(limit) : T{0});
        };
        // What is outside seldom comes alone: after one slab that has such entries the next is asked for them at
        // once.
        auto counts =
            m_countsOutside ? countOutside() : scanKernels<T>().entries(own, count, m_input.order, starts);
        const bool anyTooLarge = m_input.plainExtent && counts.largest >= limit;
        const bool anyOutside = counts.anyNegative || anyTooLarge;
        if (anyOutside && !m_countsOutside)
            counts = countOutside();
        m_countsOutside = anyOutside;
        unit.negative = static_cast<std::int32_t>(counts.negative);
        if (anyTooLarge)
            unit.tooLarge = static_cast<std::int32_t>(counts.tooLarge);
        unit.largest = std::max<std::int64_t>(counts.largest, -1);
        unit.neighbours = counts.disorder;
        if (slab.entryBegin > 0 && isDisorder(own[-1], own[0], m_input.order))
            ++unit.neighbours;
        unit.disorder = unit.neighbours - counts.starts - (unit.startsBehind ? 1 : 0);
    } else {
        unit.disorder = unit.startsBehind ? -1 : 0;
    }
    return unit;
}

template <class T>
Starts<T> SlabScanner::countPointers(const ScanTable::Slab& slab, const T* values, std::int64_t origin, Unit& unit)
{
    const auto all = m_input.pointersPerLine();
    const auto end = std::min(slab.pointerEnd + 1, all); // where the last slice ends
    const auto slices = end - slab.pointerBegin - 1;
    const T* pointers = m_input.pointers->window<T>(slab.line, slab.pointerBegin, end, m_pointerScratch);

    const auto limit = m_input.plainExtent ? static_cast<std::uint64_t>(*m_input.plainExtent)
                                           : std::numeric_limits<std::uint64_t>::max();
    const auto counts = scanKernels<T>().pointers(pointers, slices, limit);
    unit.falling = static_cast<std::int32_t>(counts.falling);
    unit.tooMany = static_cast<std::int32_t>(counts.tooMany);
    addUnsigned(unit.longestSlice, counts.longest);

    const std::int64_t first = pointers[0];
    const std::int64_t last = pointers[slab.pointerEnd - 1 - slab.pointerBegin];
    const auto entries = m_input.entries ? m_input.entriesIn(slab.line) : 0;
    if (slab.pointerBegin == 0) {
        unit.firstNotZero = first != 0 ? 1 : 0;
        unit.irregular = first != 0;
    }
    if (slab.pointerEnd == all) {
        unit.irregular = unit.irregular || last != entries;
        if (m_input.stored) {
            unit.lastNotStored = last != *m_input.stored ? 1 : 0;
            unit.lastBeyondStored = last > *m_input.stored ? 1 : 0;
        }
    }
    if (!m_input.entries)
        return {};
    if (counts.falling == 0 && first >= slab.entryBegin && last <= slab.entryEnd && pointers[slices] <= entries)
        return startsOf(slab, pointers, slices, values, origin, unit);
    unit.startsOpen = unit.irregular = true;
    return {};
}

// Of ascending pointers, all of them into the slab or just behind it.
template <class T>
Starts<T> SlabScanner::startsOf(const ScanTable::Slab& slab, const T* pointers, std::int64_t slices,
                                const T* values, std::int64_t origin, Unit& unit) const
{
    std::int64_t begin = 0; // slices that start at 0 have no entry before them
    while (begin < slices && pointers[begin] == 0)
        ++begin;
    auto end = slices; // and those just behind the slab look at the next one's first entry
    while (end > begin && pointers[end - 1] == slab.entryEnd)
        --end;
    if (end < slices && pointers[slices] > pointers[slices - 1]) {
        const T* behind = values + (slab.entryEnd - origin);
        unit.startsBehind = isDisorder(behind[-1], behind[0], m_input.order);
    }
    return {pointers + begin, end - begin, slab.entryBegin, unit.longestSlice};
}

} // namespace tscope::compressed
