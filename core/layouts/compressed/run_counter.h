// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/checked_math.h"
#include "base/count_grid.h"
#include "base/result.h"
#include "layouts/compressed/entry_runs.h"
#include "layouts/compressed/tally_loops.h"

#include <optional>
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

    // Of the grid, which had nothing but zeros before; nothing where that was not seen on the way.
    const std::optional<CountGrid::Summary>& summary() const { return m_summary; }

private:
    template <class T, class Count>
    void countAll(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor, CountGrid& grid,
                  Sides& sides);
    template <class T, class Count>
    void countEach(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor, CountGrid& grid,
                   Sides& sides);
    template <class T, class Count>
    class PartCounter; // what one thread does of that
    template <class T, class Count>
    void sweep(std::int64_t line, const std::vector<EntryRun>& runs, std::int64_t factor, CountGrid& grid,
               Sides& sides);
    bool hasLanes() const { return m_index.block == 1 && m_bins.isScaled(); }
    // Hands the entries [begin, end) of a line over to take(indices, count), which gives how many of them lie
    // outside the bins, a window at a time.
    template <class T, class Take>
    void visitRange(std::int64_t line, std::int64_t begin, std::int64_t end, std::uint64_t weight, Sides& sides,
                    IndexLines::Scratch& scratch, Take&& take) const;

    const IndexLines& m_indices;
    const Bins& m_bins;
    BlockedIndex m_index;
    const Watch& m_watch;
    Wide m_most = 0; // that all calls so far may have counted
    std::optional<CountGrid::Summary> m_summary = CountGrid::Summary{};
};

} // namespace tscope::compressed
