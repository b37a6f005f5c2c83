// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/table.h"

#include <cstdint>
#include <vector>

namespace tscope::charts {

// How many rows have a length from `first` to `last`.
struct LengthBin {
    std::int64_t first = 0, last = 0, rows = 0;
};

// One of the rows when they stand in the order of their lengths, the longest first.
struct RankedLength {
    std::int64_t rank = 0, length = 0;
};

// How the entries of a matrix are spread over its rows.
struct RowLengths {
    std::int64_t rows = 0, entries = 0, empty = 0;
    std::int64_t least = 0, median = 0, greatest = 0;
    std::vector<RankedLength> curve;     // few of many, the ends and the steps near them among them
    std::vector<LengthBin> evenBins;     // of one width
    std::vector<LengthBin> doublingBins; // 0, 1, 2-3, 4-7 ...
};

// Sorts them: work for a job where there are many.
RowLengths rowLengthsOf(std::vector<std::int64_t> lengths);
Table tableOf(const RowLengths& lengths);

} // namespace tscope::charts
