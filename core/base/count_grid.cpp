// SPDX-License-Identifier: Apache-2.0
#include "base/count_grid.h"

#include <algorithm>

namespace tscope {

namespace {

// Square by square, so that both grids are gone through a few cache lines at a time.
template <class Count>
void transpose(const std::vector<Count>& from, std::int64_t rows, std::int64_t columns, std::vector<Count>& to)
{
    constexpr std::int64_t side = 32;
    for (std::int64_t r = 0; r < rows; r += side)
        for (std::int64_t c = 0; c < columns; c += side)
            for (auto row = r; row < std::min(r + side, rows); ++row)
                for (auto column = c; column < std::min(c + side, columns); ++column)
                    to[static_cast<std::size_t>(column * rows + row)] =
                        from[static_cast<std::size_t>(row * columns + column)];
}

// In the type of the counts, and without a branch, so that a vector of them is looked at at once.
template <class Count>
CountGrid::Summary summaryOf(const std::vector<Count>& counts)
{
    std::uint64_t total = 0;
    Count largest = 0;
    for (const auto count : counts) {
        total += count;
        largest = count > largest ? count : largest;
    }
    return {total, largest};
}

} // namespace

void CountGrid::widen()
{
    if (m_isWide)
        return;
    m_wide.assign(m_narrow.begin(), m_narrow.end());
    m_narrow = {};
    m_isWide = true;
}

void CountGrid::add(const CountGrid& other)
{
    for (std::int64_t r = 0; r < m_rows; ++r)
        for (std::int64_t c = 0; c < m_columns; ++c)
            add(r, c, other.at(r, c));
}

CountGrid CountGrid::transposed() const
{
    CountGrid out(m_columns, m_rows);
    if (m_isWide) {
        out.widen();
        transpose(m_wide, m_rows, m_columns, out.m_wide);
    } else {
        transpose(m_narrow, m_rows, m_columns, out.m_narrow);
    }
    return out;
}

CountGrid::Summary CountGrid::summary() const
{
    return m_isWide ? summaryOf(m_wide) : summaryOf(m_narrow);
}

} // namespace tscope
