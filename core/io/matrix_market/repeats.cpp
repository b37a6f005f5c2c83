// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/repeats.h"

#include "base/checked_math.h"
#include "layouts/coo/duplicates.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t sortedBytesPerEntry = 17;
constexpr std::int64_t mostSorted = std::int64_t{1} << 20; // some hundredths of a second

// Entries like the one before, where all stand in the order of rows or of columns.
std::optional<std::int64_t> repeatedInOrder(const IndexRows& entries, const Watch& watch)
{
    constexpr std::int64_t run = 1 << 14;
    IndexRows::Scratch rowScratch, columnScratch;
    bool byRows = true, byColumns = true;
    std::int64_t repeated = 0;
    // Runs share an entry, as each is compared with the one before.
    for (std::int64_t begin = 0; begin + 1 < entries.columns() && !watch.isStopped(); begin += run) {
        const auto end = std::min(begin + run + 1, entries.columns());
        const auto* rows = entries.read(0, begin, end, rowScratch);
        const auto* columns = entries.read(1, begin, end, columnScratch);
        bool rowsFall = false, columnsFall = false;
        for (std::int64_t i = 1; i < end - begin; ++i) {
            const bool isRowSame = rows[i] == rows[i - 1], isColumnSame = columns[i] == columns[i - 1];
            rowsFall |= rows[i] < rows[i - 1] || (isRowSame && columns[i] < columns[i - 1]);
            columnsFall |= columns[i] < columns[i - 1] || (isColumnSame && rows[i] < rows[i - 1]);
            repeated += isRowSame && isColumnSame ? 1 : 0;
        }
        byRows = byRows && !rowsFall;
        byColumns = byColumns && !columnsFall;
        if (!byRows && !byColumns)
            return std::nullopt;
    }
    return repeated;
}

} // namespace

std::optional<std::int64_t> repeatedMtxEntries(const Array& indices, std::int64_t memory, const Watch& watch)
{
    const IndexRows entries(indices);
    if (const auto repeated = repeatedInOrder(entries, watch))
        return repeated;
    if (entries.columns() > mostSorted || saturatingMul(entries.columns(), sortedBytesPerEntry) > memory)
        return std::nullopt;
    const auto found = duplicatesAnywhere(entries, 0, watch);
    return found ? std::optional(found->count) : std::nullopt;
}

} // namespace tscope
