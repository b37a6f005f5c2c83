// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bins.h"
#include "base/count_grid.h"

#include <cstdint>
#include <vector>

namespace tscope::compressed {

// Counts how many indices lie in each bin of a row, in memory small enough to stay near the processor, before they
// go to the row. Neighbouring indices, which often lie in one bin, take turns with two counts for each bin, so
// that they need not wait for each other.
class BinLanes
{
public:
    // Precondition: bins.isScaled().
    explicit BinLanes(const Bins& bins);

    // Gives how many of the indices lie outside the bins. T: int32_t, int64_t. Not more than 2^32 between two
    // calls of addTo().
    template <class T>
    std::int64_t count(const T* indices, std::int64_t count);

    // Adds all counts to those of the row, each `weight` times, and begins anew. `seen` takes in what was added
    // and the largest count of the row. Count: uint32_t, uint64_t.
    template <class Count>
    void addTo(Count* row, Count weight, CountGrid::Summary& seen);

private:
    const Bins& m_bins;
    std::vector<std::uint32_t> m_even, m_odd;
    std::int64_t m_counted = 0; // in both
};

} // namespace tscope::compressed
