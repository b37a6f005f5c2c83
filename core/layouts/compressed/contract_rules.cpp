// SPDX-License-Identifier: Apache-2.0
// Rules that only a single contract asks: SP-x of SciPy, CU-x of cuSPARSE.
#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/rules.h"
#include "layouts/compressed/scan/places.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

void dimsAtMost(const CompressedReading& self, std::int64_t batch, RuleRun& run)
{
    if (!self.batchDims())
        return run.skip(self.whyNoBatchDims());
    if (*self.batchDims() > batch)
        run.found({{{"what", std::string("batch")}, {"expected", batch}, {"actual", *self.batchDims()}}});
    if (self.denseDims() && *self.denseDims() > 0)
        run.found(
            {{{"what", std::string("dense")}, {"expected", std::int64_t{0}}, {"actual", *self.denseDims()}}});
    if (run.count() == 0 && !self.denseDims())
        run.skip(self.whyNoDenseDims());
}

// The later places of every index that stands twice in a slice, in order.
std::vector<std::int64_t> repeatedIn(const IndexLines& entries, std::int64_t line, std::int64_t begin,
                                     std::int64_t end)
{
    struct Entry {
        std::int64_t index, k;
        auto operator<=>(const Entry&) const = default;
    };
    std::vector<Entry> sorted;
    sorted.reserve(static_cast<std::size_t>(end - begin));
    for (auto k = begin; k < end; ++k)
        sorted.push_back({entries.at(line, k), k});
    std::ranges::sort(sorted);
    std::vector<std::int64_t> later;
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i].index == sorted[i - 1].index)
            later.push_back(sorted[i].k);
    std::ranges::sort(later);
    return later;
}

} // namespace

void cusparseCounts(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto rows = self.compressedExtent();
    const auto columns = self.plainCount();
    if (!rows || !columns)
        return run.skip("rows or columns are not known");
    const auto cells = Wide(*rows) * *columns;
    const auto countable = cells.asInt64();
    if (!countable) {
        run.found({{{"what", std::string("rows*cols")}, {"limit", int64Max}, {"actual", cells}}});
        return;
    }
    if (!self.stored())
        return run.skip(self.whyNoDenseDims());
    if (*self.stored() > *countable)
        run.found({{{"what", std::string("nnz")}, {"limit", *countable}, {"actual", *self.stored()}}});
}

void squareBlocks(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto block = self.block();
    if (!block)
        return run.skip(self.whyNoDenseDims());
    if ((*block)[0] != (*block)[1])
        run.found({{{"actual", Extents{(*block)[0], (*block)[1]}}}});
}

void distinctInSlice(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto pointers = self.pointerCounts();
    const auto order = self.orderCounts();
    if (!pointers || !order)
        return run.skip(std::string(pointers ? order.because : pointers.because));
    const auto& totals = pointers.table->totals;
    if (totals.falling > 0 || totals.tooMany > 0)
        return run.skip(say("{0} is broken", "5.3"));
    if (order.table->totals.disorder == 0)
        return; // strictly increasing slices repeat nothing

    // An index can stand twice only in a slice that 5.6 has something against.
    const auto& input = *order.input;
    std::vector<std::int64_t> lines;
    std::int64_t count = 0;
    for (std::int64_t line = 0; line < order.table->lines; ++line) {
        const auto before = count;
        visitSuspectSlices(
            input, *order.table, line, [&](std::int64_t at, std::int64_t, std::int64_t begin, std::int64_t end) {
                count += static_cast<std::int64_t>(repeatedIn(*input.entries, at, begin, end).size());
                return true;
            });
        if (count > before && static_cast<std::int64_t>(lines.size()) < run.room())
            lines.push_back(line);
    }
    std::int64_t shown = 0;
    for (const auto& entry : input.fold.expand(lines, run.room()))
        visitSuspectSlices(
            input, *order.table, entry.line,
            [&](std::int64_t line, std::int64_t slice, std::int64_t begin, std::int64_t end) {
                for (const auto k : repeatedIn(*input.entries, line, begin, end)) {
                    if (run.room() == 0)
                        return false;
                    run.found(
                        {{{"batch", entry.index}, {"i", slice}, {"k", k}, {"actual", input.entries->at(line, k)}},
                         slotIn(self.plain(), entry.index, k)});
                    ++shown;
                }
                return true;
            });
    run.count(saturatingMul(count, input.fold.repeats()) - shown);
}

void sortedInSlice(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto strict = self.orderCounts();
    if (!strict)
        return run.skip(std::string(strict.because));
    if (strict.table->totals.disorder == 0)
        return; // then nothing is below its predecessor either
    const auto counts = self.orderCounts(Order::weak);
    const auto count = counts.table->totals.disorder;
    if (count == 0)
        return;
    std::int64_t shown = 0;
    visitPlaces(*counts.input, *counts.table, Fault::disorder, run.room(), [&](const Place& place) {
        run.found({{{"batch", place.batch},
                    {"i", place.slice},
                    {"k", place.position},
                    {"prev", place.previous},
                    {"actual", place.actual}},
                   slotIn(self.plain(), place.batch, place.position)});
        ++shown;
        return true;
    });
    run.count(count - shown);
}

void cusparseDims(const Reading& reading, RuleRun& run)
{
    dimsAtMost(compressedReading(reading), 1, run);
}

void scipyDims(const Reading& reading, RuleRun& run)
{
    dimsAtMost(compressedReading(reading), 0, run);
}

} // namespace tscope::compressed
