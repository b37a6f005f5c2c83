// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/say.h"
#include "base/watch.h"
#include "make/generators.h"
#include "make/random.h"

#include <vector>

namespace tscope {

// What everything that is made draws from, and who waits for it: all that takes time asks now and then.
struct Making {
    Random random;
    const Watch& watch;

    bool isStopped(std::int64_t step) const { return step % (1 << 14) == 0 && watch.isStopped(); }
    // The places of the entries are the first half of the work, the values the second.
    void tell(double half, std::int64_t done, std::int64_t of) const
    {
        if (watch.progress && done % (1 << 18) == 0 && of > 0)
            watch.progress((half + static_cast<double>(done) / static_cast<double>(of)) / 2);
    }
};

inline Error stoppedMaking()
{
    return {ErrorCode::cancelled, say("stopped"), {}, {}};
}

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
Result<Pattern> patternOf(const MakeSpec& spec, const Grid& grid, Making& making);

} // namespace tscope
