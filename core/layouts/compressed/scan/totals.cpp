// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/totals.h"

#include "base/checked_math.h"
#include "layouts/compressed/scan/line_disorder.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

void addUnits(const ScanTable& table, Totals& sum)
{
    for (const auto& unit : table.units) {
        sum.firstNotZero += unit.firstNotZero;
        sum.lastNotStored += unit.lastNotStored;
        sum.lastBeyondStored += unit.lastBeyondStored;
        sum.falling += unit.falling;
        sum.tooMany += unit.tooMany;
        sum.negative += unit.negative;
        sum.tooLarge += unit.tooLarge;
        sum.disorder = saturatingAdd(sum.disorder, unit.disorder);
        sum.longestSlice = std::max(sum.longestSlice, unit.longestSlice);
        sum.largest = std::max(sum.largest, unit.largest);
    }
}

// Whether the pointers of a long line run from 0 to its end without falling: then its units need no correction.
bool isRegular(const ScanTable& table, std::int64_t line)
{
    const auto first = table.units.begin() + line * table.unitsPerLine;
    return std::none_of(first, first + table.unitsPerLine, [](const Unit& unit) { return unit.irregular; });
}

} // namespace

void addUp(const ScanInput& input, ScanTable& table)
{
    Totals sum;
    addUnits(table, sum);
    if (!input.pointers || !input.entries)
        sum.disorder = 0; // without slices nothing is out of order
    else if (table.hasLongLines())
        for (std::int64_t line = 0; line < table.lines; ++line)
            if (!isRegular(table, line))
                sum.disorder = saturatingAdd(sum.disorder, irregularDisorder(input, table, line));
    const auto repeats = input.fold.repeats();
    for (auto* count : {&sum.firstNotZero, &sum.lastNotStored, &sum.lastBeyondStored, &sum.falling, &sum.tooMany,
                        &sum.negative, &sum.tooLarge, &sum.disorder})
        *count = saturatingMul(*count, repeats);
    table.totals = sum;
}

} // namespace tscope::compressed
