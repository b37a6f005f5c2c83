// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/checked_math.h"
#include "base/count_grid.h"
#include "base/result.h"
#include "layouts/compressed/entry_runs.h"
#include "layouts/compressed/tally_loops.h"

#include <vector>

namespace tscope::compressed {

// Elements whose index lies outside the size.
struct Sides {
    std::uint64_t low = 0, high = 0; // negative, too large
};

// Counts the indices of runs into a grid with a row for each bin of the slices and a column for each bin of the
// indices.
class RunCounter
{
public:
    RunCounter(const IndexLines& indices, const Bins& bins, const BlockedIndex& index, const Watch& watch)
        : m_indices(indices), m_bins(bins), m_index(index), m_watch(watch)
    {
    }

    // Each element counts `factor` times. Fails when stopped, or when there are more than 64 bits can count.
    Result<void> count(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor, CountGrid& grid,
                       Sides& sides);

private:
    template <class T, class Count>
    void countAll(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor, CountGrid& grid,
                  Sides& sides) const;
    template <class T, class Count>
    void countEach(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor, CountGrid& grid,
                   Sides& sides) const;
    template <class T, class Count>
    void sweep(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor, CountGrid& grid,
               Sides& sides) const;
    // Adds the entries [begin, end) of a line to a row of counts, a window at a time.
    template <class T, class Count>
    void countRange(std::int64_t line, std::int64_t begin, std::int64_t end, Count weight, Count* row,
                    Sides& sides, IndexLines::Scratch& scratch) const;

    const IndexLines& m_indices;
    const Bins& m_bins;
    BlockedIndex m_index;
    const Watch& m_watch;
    Wide m_most = 0; // that all calls so far may have counted
};

} // namespace tscope::compressed
