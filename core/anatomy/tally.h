// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/bins.h"
#include "base/count_grid.h"
#include "base/watch.h"

#include <optional>
#include <vector>

namespace tscope {

// Which stored elements of a tensor are counted, and in which bins: those of a window over two of its dims. Of the
// other dims each is added up, or fixed at one index.
struct Binning {
    Extents size; // the tensor's; no extent is negative
    // The dims that are rows and columns; nothing where the tensor has none for them: then there is one.
    std::optional<std::size_t> rowDim, columnDim;
    Bins rows, columns;                             // windows of these dims
    std::vector<std::optional<std::int64_t>> fixed; // for each dim; those of rows and columns are not looked at
    // Elements that may be counted. Where there are more, some are drawn that stand for all.
    std::int64_t most = int64Max;

    // Whether the other dims let an element at this index count. Precondition: it has as many dims as the size.
    bool takes(const Extents& index) const
    {
        for (std::size_t d = 0; d < fixed.size(); ++d)
            if (fixed[d] && d != rowDim && d != columnDim && index[d] != *fixed[d])
                return false;
        return true;
    }
    std::int64_t rowOf(const Extents& index) const { return rowDim ? index[*rowDim] : 0; }
    std::int64_t columnOf(const Extents& index) const { return columnDim ? index[*columnDim] : 0; }
};

// Elements that stand outside the size, as far as a layout sees them: beside the rows of the window (left, right),
// beside its columns (above, below), or outside in both ways.
struct OutsideCounts {
    std::uint64_t above = 0, below = 0, left = 0, right = 0, corners = 0;

    bool operator==(const OutsideCounts&) const = default;
};

struct Tally {
    CountGrid counts;                          // one for each bin
    std::optional<CountGrid::Summary> summary; // of these, where who counts sees it on the way
    OutsideCounts outside;
    bool seesOutside = true; // false: the layout can't tell what is outside
    bool isSampled = false;  // counted were some that stand for all
};

} // namespace tscope
