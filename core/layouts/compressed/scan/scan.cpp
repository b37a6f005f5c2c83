// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/scan.h"

#include "base/checked_math.h"
#include "base/thread_pool.h"
#include "layouts/compressed/scan/on_device.h"
#include "layouts/compressed/scan/slab_scan.h"
#include "layouts/compressed/scan/totals.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

constexpr std::int64_t unitSize = ScanTable::unitSize;
constexpr std::int64_t unitsPerPart = 16;    // what a thread takes at a time
constexpr std::int64_t fewIndices = 100'000; // below, no thread is worth its start

ScanTable emptyTable(const ScanInput& input)
{
    ScanTable table;
    table.linesPerUnit = 1;
    if (input.lines() == 0)
        return table; // lines that are not there may claim any length
    table.pointersPerLine = input.pointersPerLine();
    table.entriesPerLine = input.entries ? input.entries->length() : 0;
    const auto perLine = table.pointersPerLine + table.entriesPerLine; // both in memory or folded: no overflow
    table.lines = perLine == 0 ? 0 : input.lines();
    if (perLine >= unitSize / 2) {
        table.unitsPerLine = (perLine + unitSize - 1) / unitSize;
        table.linesPerUnit = 0;
    } else {
        table.linesPerUnit = unitSize / std::max<std::int64_t>(perLine, 1);
    }
    const auto units = table.hasLongLines() ? table.lines * table.unitsPerLine
                                            : (table.lines + table.linesPerUnit - 1) / table.linesPerUnit;
    table.units.resize(static_cast<std::size_t>(units));
    if (table.unitsPerLine > 1)
        table.firstPointers.resize(table.units.size());
    return table;
}

// Places the slabs [begin, end) of one line, given where the one before and the one after them lie.
class Cuts
{
public:
    Cuts(const ScanInput& input, const SlabScanner& scanner, const ScanTable& table)
        : m_scanner(scanner), m_table(table), m_input(input)
    {
    }

    // The first pointer of slab u of a line, which lies `slabs` slabs behind one that has `before`; at most
    // `most`.
    std::int64_t next(std::int64_t line, std::int64_t u, std::int64_t slabs, std::int64_t before,
                      std::int64_t entriesLeftOf, std::int64_t most) const
    {
        const auto entries = m_input.entriesIn(line);
        const auto done = std::min(u * unitSize, m_table.pointersPerLine + entries);
        const auto high = std::min({before + slabs * unitSize, done, most});
        const auto likely = before + slabs * (m_table.pointersPerLine / m_table.unitsPerLine);
        return m_scanner.firstPointer(line, done, std::max(before, done - entriesLeftOf), high, likely);
    }

private:
    const SlabScanner& m_scanner;
    const ScanTable& m_table;
    const ScanInput& m_input;
};

// Where the parts of long lines begin: unit and its first pointer. The units between are placed by who scans them.
void placeParts(const ScanInput& input, ScanTable& table)
{
    const SlabScanner scanner(input);
    const Cuts cuts(input, scanner, table);
    for (std::int64_t line = 0; line < table.lines; ++line) {
        const auto entries = input.entriesIn(line);
        std::int64_t before = 0;
        std::int64_t beforeUnit = 0;
        for (std::int64_t u = 0; u < table.unitsPerLine; ++u) {
            const auto unit = line * table.unitsPerLine + u;
            if (u > 0 && unit % unitsPerPart != 0)
                continue;
            if (u > 0)
                before = cuts.next(line, u, u - beforeUnit, before, entries, table.pointersPerLine);
            beforeUnit = u;
            table.firstPointers[static_cast<std::size_t>(unit)] = before;
        }
    }
}

// Where the unit behind `unit` begins, both of the units of long lines before `end`. Of these the first pointers
// of each line's first one, of `unit` and of `end` are placed already.
void placeNext(const ScanInput& input, const Cuts& cuts, ScanTable& table, std::int64_t unit, std::int64_t end)
{
    const auto line = unit / table.unitsPerLine;
    const auto u = unit % table.unitsPerLine;
    if (unit + 1 >= end || u + 1 >= table.unitsPerLine)
        return;
    const auto entries = input.entriesIn(line);
    // Slabs end no later, in pointers and in entries, than the part they are in.
    const auto partEnd = std::min(end, (line + 1) * table.unitsPerLine);
    const bool toLineEnd = partEnd == (line + 1) * table.unitsPerLine;
    const auto most = toLineEnd ? table.pointersPerLine : table.firstPointers[static_cast<std::size_t>(partEnd)];
    const auto done = std::min(partEnd % table.unitsPerLine * unitSize, table.pointersPerLine + entries);
    const auto entriesLeftOf = toLineEnd ? entries : done - most;
    const auto own = table.firstPointers[static_cast<std::size_t>(unit)];
    table.firstPointers[static_cast<std::size_t>(unit + 1)] = cuts.next(line, u + 1, 1, own, entriesLeftOf, most);
}

// The units [begin, end) of long lines, placed as they come: what is read there is about to be counted.
void scanSlabs(const ScanInput& input, ScanTable& table, std::int64_t begin, std::int64_t end)
{
    SlabScanner scanner(input);
    const Cuts cuts(input, scanner, table);
    for (auto unit = begin; unit < end; ++unit) {
        placeNext(input, cuts, table, unit, end);
        table.units[static_cast<std::size_t>(unit)] =
            scanner.slab(table.slab(unit, input.entriesIn(unit / table.unitsPerLine)));
    }
}

// The same places, for who counts all units at once.
void placeSlabs(const ScanInput& input, ScanTable& table, std::int64_t begin, std::int64_t end)
{
    const SlabScanner scanner(input);
    const Cuts cuts(input, scanner, table);
    for (auto unit = begin; unit < end; ++unit)
        placeNext(input, cuts, table, unit, end);
}

void scanUnits(const ScanInput& input, ScanTable& table, std::int64_t begin, std::int64_t end)
{
    if (table.hasLongLines())
        return scanSlabs(input, table, begin, end);
    SlabScanner scanner(input);
    for (auto unit = begin; unit < end; ++unit)
        table.units[static_cast<std::size_t>(unit)] = scanner.lines(table.lineOf(unit), table.lineEndOf(unit));
}

} // namespace

std::int64_t ScanInput::entriesIn(std::int64_t line) const
{
    if (!entries)
        return 0;
    if (!toLastPointer || !pointers || pointers->length() == 0)
        return entries->length();
    return std::clamp<std::int64_t>(pointers->at(line, pointers->length() - 1), 0, entries->length());
}

std::int64_t ScanTable::lineEndOf(std::int64_t unit) const
{
    return hasLongLines() ? lineOf(unit) + 1 : std::min(lines, (unit + 1) * linesPerUnit);
}

ScanTable::Slab ScanTable::slab(std::int64_t unit, std::int64_t entries) const
{
    const auto line = unit / unitsPerLine;
    const auto u = unit % unitsPerLine;
    const auto isLast = u + 1 == unitsPerLine;
    const auto all = pointersPerLine + entries;
    const auto begin = u == 0 ? 0 : firstPointers[static_cast<std::size_t>(unit)];
    const auto end = isLast ? pointersPerLine : firstPointers[static_cast<std::size_t>(unit + 1)];
    return {line, begin, end, std::min(u * unitSize, all) - begin,
            isLast ? entries : std::min((u + 1) * unitSize, all) - end};
}

ScanTable scan(const ScanInput& input, const Watch& watch, ScanDevice* device)
{
    auto table = emptyTable(input);
    const auto units = static_cast<std::int64_t>(table.units.size());
    const auto forParts = [&](const auto& work) {
        parallelFor((units + unitsPerPart - 1) / unitsPerPart, [&](std::int64_t part) {
            if (!watch.isStopped())
                work(input, table, part * unitsPerPart, std::min(units, (part + 1) * unitsPerPart));
        });
    };
    if (table.unitsPerLine > 1)
        placeParts(input, table);
    if (device != nullptr && units > 0) {
        if (table.unitsPerLine > 1)
            forParts(placeSlabs);
        if (!watch.isStopped() && countOnDevice(input, table, *device, watch)) {
            addUp(input, table);
            return table;
        }
    }
    const auto indices = saturatingMul(table.lines, table.pointersPerLine + table.entriesPerLine);
    if (indices < fewIndices) {
        scanUnits(input, table, 0, units);
    } else {
        forParts(scanUnits);
        if (watch.isStopped())
            return table;
    }
    addUp(input, table);
    return table;
}

} // namespace tscope::compressed
