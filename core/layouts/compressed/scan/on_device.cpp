// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/on_device.h"

#include "base/say.h"
#include "base/thread_pool.h"
#include "kernels/scan_counts.h"
#include "layouts/compressed/scan/slab_scan.h"

#include <cstring>

namespace tscope::compressed {

namespace {

kernels::ScanSlab slabOf(const ScanInput& input, const ScanTable& table, std::int64_t unit)
{
    if (!table.hasLongLines())
        return {table.lineOf(unit), table.lineEndOf(unit), 0, table.pointersPerLine, 0, table.entriesPerLine};
    const auto slab = table.slab(unit, input.entriesIn(table.lineOf(unit)));
    return {slab.line, slab.line + 1, slab.pointerBegin, slab.pointerEnd, slab.entryBegin, slab.entryEnd};
}

Array slabsOf(const ScanInput& input, const ScanTable& table)
{
    const auto units = std::ssize(table.units);
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(units * kernels::slabNumbers));
    for (std::int64_t unit = 0; unit < units; ++unit) {
        const auto slab = slabOf(input, table, unit);
        std::memcpy(numbers.data() + unit * kernels::slabNumbers, &slab, sizeof slab);
    }
    return Array::fromInts({units, kernels::slabNumbers}, numbers);
}

Unit unitOf(const kernels::SlabCounts& counts)
{
    const auto small = [](std::int64_t count) { return static_cast<std::int32_t>(count); };
    Unit unit;
    unit.disorder = counts.disorder;
    unit.longestSlice = counts.longestSlice;
    unit.largest = counts.largest;
    unit.neighbours = counts.neighbours;
    unit.falling = small(counts.falling);
    unit.tooMany = small(counts.tooMany);
    unit.negative = small(counts.negative);
    unit.tooLarge = small(counts.tooLarge);
    unit.firstNotZero = small(counts.firstNotZero);
    unit.lastNotStored = small(counts.lastNotStored);
    unit.lastBeyondStored = small(counts.lastBeyondStored);
    unit.startsBehind = counts.startsBehind != 0;
    unit.startsOpen = counts.startsOpen != 0;
    unit.irregular = counts.irregular != 0;
    return unit;
}

// Short lines the pointers of which fall or end amiss are put right one by one, which a device is no good at.
void rescanIrregular(const ScanInput& input, ScanTable& table)
{
    std::vector<std::int64_t> irregular;
    for (std::size_t unit = 0; unit < table.units.size(); ++unit)
        if (table.units[unit].irregular)
            irregular.push_back(static_cast<std::int64_t>(unit));
    parallelFor(std::ssize(irregular), [&](std::int64_t i) {
        const auto unit = irregular[static_cast<std::size_t>(i)];
        SlabScanner scanner(input);
        table.units[static_cast<std::size_t>(unit)] = scanner.lines(table.lineOf(unit), table.lineEndOf(unit));
    });
}

} // namespace

bool countOnDevice(const ScanInput& input, ScanTable& table, ScanDevice& device, const Watch& watch)
{
    const auto none = Array::fromInts({0, 0}, {});
    const auto pointers = input.pointers ? input.pointers->array() : none;
    const auto entries = input.entries ? input.entries->array() : none;
    if (!pointers || !entries) {
        device.passOver(say("a scan of batch entries that do not lie evenly is the processor's"));
        return false;
    }
    ScanTask task{"scan_compressed", {*pointers, *entries, slabsOf(input, table)}};
    task.rows = std::ssize(table.units);
    task.columns = kernels::slabCountNumbers;
    if (input.entries)
        task.numbers.emplace_back("has_entries", 1);
    if (input.toLastPointer)
        task.numbers.emplace_back("to_last_pointer", 1);
    if (input.order == Order::weak)
        task.numbers.emplace_back("weak", 1);
    if (input.plainExtent)
        task.numbers.emplace_back("extent", *input.plainExtent);
    if (input.stored)
        task.numbers.emplace_back("stored", *input.stored);
    const auto counted = device.count(task, watch);
    if (!counted)
        return false;
    for (std::size_t unit = 0; unit < table.units.size(); ++unit) {
        kernels::SlabCounts counts;
        std::memcpy(&counts, counted->data() + unit * kernels::slabCountNumbers, sizeof counts);
        table.units[unit] = unitOf(counts);
    }
    if (!table.hasLongLines() && input.entries && table.pointersPerLine > 0)
        rescanIrregular(input, table);
    return true;
}

} // namespace tscope::compressed
