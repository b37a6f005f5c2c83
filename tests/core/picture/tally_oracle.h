// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/density.h"

#include <gtest/gtest.h>

#include <map>

namespace tscope::test {

// The bin that holds a number, found by trying one after the other.
inline std::int64_t binByTrying(std::int64_t number, const Range& window, std::int64_t bins)
{
    const auto numbers = window.end - window.begin;
    for (std::int64_t b = 0; b < bins; ++b)
        if ((b * numbers + bins - 1) / bins <= number - window.begin &&
            number - window.begin < ((b + 1) * numbers + bins - 1) / bins)
            return b;
    return -1;
}

// Takes elements one by one, wherever they stand, and compares a density with them.
class TallyOracle
{
public:
    TallyOracle(std::int64_t rowExtent, std::int64_t columnExtent, Range rows, Range columns, std::int64_t rowBins,
                std::int64_t columnBins)
        : m_rowExtent(rowExtent), m_columnExtent(columnExtent), m_rows(rows), m_columns(columns),
          m_rowBins(std::min(rowBins, rows.end - rows.begin)),
          m_columnBins(std::min(columnBins, columns.end - columns.begin))
    {
    }

    void add(std::int64_t row, std::int64_t column, std::uint64_t times = 1)
    {
        const bool rowIn = row >= 0 && row < m_rowExtent, columnIn = column >= 0 && column < m_columnExtent;
        const bool rowShown = row >= m_rows.begin && row < m_rows.end;
        const bool columnShown = column >= m_columns.begin && column < m_columns.end;
        if (!rowIn && !columnIn)
            m_outside.corners += times;
        else if (!rowIn && columnShown)
            (row < 0 ? m_outside.above : m_outside.below) += times;
        else if (!columnIn && rowShown)
            (column < 0 ? m_outside.left : m_outside.right) += times;
        else if (rowShown && columnShown)
            m_counts[{binByTrying(row, m_rows, m_rowBins), binByTrying(column, m_columns, m_columnBins)}] += times;
    }

    void expect(const Density& density) const
    {
        ASSERT_EQ(density.tally.counts.rows(), m_rowBins);
        ASSERT_EQ(density.tally.counts.columns(), m_columnBins);
        std::uint64_t total = 0, largest = 0;
        for (std::int64_t r = 0; r < m_rowBins; ++r)
            for (std::int64_t c = 0; c < m_columnBins; ++c) {
                const auto found = m_counts.find({r, c});
                const auto wanted = found == m_counts.end() ? 0 : found->second;
                ASSERT_EQ(density.count(r, c), wanted) << "bin " << r << ", " << c;
                total += wanted;
                largest = std::max(largest, wanted);
            }
        EXPECT_EQ(density.total, total);
        EXPECT_EQ(density.largest, largest);
        if (!density.tally.seesOutside)
            return;
        EXPECT_EQ(density.tally.outside.left, m_outside.left);
        EXPECT_EQ(density.tally.outside.right, m_outside.right);
        EXPECT_EQ(density.tally.outside.above, m_outside.above);
        EXPECT_EQ(density.tally.outside.below, m_outside.below);
        EXPECT_EQ(density.tally.outside.corners, m_outside.corners);
    }

private:
    std::int64_t m_rowExtent, m_columnExtent;
    Range m_rows, m_columns;
    std::int64_t m_rowBins, m_columnBins;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> m_counts;
    OutsideCounts m_outside;
};

} // namespace tscope::test
