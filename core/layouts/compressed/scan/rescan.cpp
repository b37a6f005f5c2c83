// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/scan.h"
#include "layouts/compressed/scan/slab_scan.h"
#include "layouts/compressed/scan/totals.h"

#include <algorithm>
#include <set>

namespace tscope::compressed {

namespace {

constexpr std::size_t manyUnits = 256; // more to look at again: a new scan it is

// The slabs of a long line that look at one of its entries: those that hold it or its successor, or end before
// either.
void addReadersOfEntry(const ScanInput& input, const ScanTable& table, std::int64_t line, std::int64_t k,
                       std::set<std::int64_t>& units)
{
    const auto entries = input.entriesIn(line);
    const auto begin = line * table.unitsPerLine;
    const auto end = begin + table.unitsPerLine;
    std::int64_t low = begin; // the first slab that ends at k or later
    for (auto high = end; low < high;) {
        const auto middle = low + (high - low) / 2;
        if (table.slab(middle, entries).entryEnd >= k)
            high = middle;
        else
            low = middle + 1;
    }
    for (auto unit = low; unit < end && units.size() <= manyUnits; ++unit) {
        if (table.slab(unit, entries).entryBegin > k + 1)
            return;
        units.insert(unit);
    }
}

// The slabs that hold a pointer of a long line or the one before it.
void addReadersOfPointer(const ScanTable& table, std::int64_t line, std::int64_t pointer,
                         std::set<std::int64_t>& units)
{
    if (table.unitsPerLine == 1) {
        units.insert(line);
        return;
    }
    const auto begin = table.firstPointers.begin() + line * table.unitsPerLine;
    const auto end = begin + table.unitsPerLine;
    for (const auto p : {pointer - 1, pointer})
        if (p >= 0)
            units.insert(std::upper_bound(begin, end, p) - table.firstPointers.begin() - 1);
}

} // namespace

std::optional<ScanTable> rescan(const ScanInput& input, const ScanTable& before, const Touched& touched)
{
    if (!input.pointers || !input.entries || input.toLastPointer ||
        touched.pointers.size() + touched.entries.size() > manyUnits)
        return std::nullopt;
    // Slots that the tables do not know were no edit of this tensor.
    const auto areKnown = [&](const std::vector<std::int64_t>& positions, std::int64_t perLine) {
        const auto count = saturatingMul(before.lines, perLine);
        return std::ranges::all_of(positions, [&](std::int64_t at) { return at >= 0 && at < count; });
    };
    if (!areKnown(touched.pointers, before.pointersPerLine) || !areKnown(touched.entries, before.entriesPerLine))
        return std::nullopt;
    std::set<std::int64_t> units;
    const auto perLine = before.entriesPerLine;
    for (const auto position : touched.pointers) {
        const auto line = position / before.pointersPerLine;
        if (before.hasLongLines())
            addReadersOfPointer(before, line, position % before.pointersPerLine, units);
        else
            units.insert(line / before.linesPerUnit);
    }
    for (const auto position : touched.entries) {
        if (before.hasLongLines())
            addReadersOfEntry(input, before, position / perLine, position % perLine, units);
        else
            units.insert(position / perLine / before.linesPerUnit);
    }
    if (units.size() > manyUnits)
        return std::nullopt;

    auto table = before;
    SlabScanner scanner(input);
    for (const auto unit : units) {
        auto& counts = table.units[static_cast<std::size_t>(unit)];
        if (!table.hasLongLines()) {
            counts = scanner.lines(table.lineOf(unit), table.lineEndOf(unit));
            continue;
        }
        const auto slab = table.slab(unit, input.entriesIn(table.lineOf(unit)));
        counts = scanner.slab(slab);
    }
    addUp(input, table);
    return table;
}

} // namespace tscope::compressed
