// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "make/generators.h"
#include "make/random.h"

#include <vector>

namespace tscope {

// Where the entries of one batch stand in a grid of places: row by row, ascending, none twice.
struct Pattern {
    std::vector<std::int64_t> rowEnds; // entries up to and with that row
    std::vector<std::int64_t> columns;

    std::int64_t nnz() const { return static_cast<std::int64_t>(columns.size()); }
};

// A grid of rows x columns places, each of which stands for block[0] x block[1] elements (1 x 1 where the layout
// has no blocks).
struct Grid {
    std::int64_t rows = 0, columns = 0;
    std::array<std::int64_t, 2> block = {1, 1};
};

// The places that a kind fills. Fails where the kind has no meaning for the grid, or too many would be filled.
Result<Pattern> patternOf(const MakeSpec& spec, const Grid& grid, Random& random);

} // namespace tscope
