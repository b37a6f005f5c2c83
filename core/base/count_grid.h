// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tscope {

// Rows and columns of exact counts. They take 32 bits each until one of them needs more.
class CountGrid
{
public:
    CountGrid() = default;
    CountGrid(std::int64_t rows, std::int64_t columns)
        : m_rows(rows), m_columns(columns), m_narrow(static_cast<std::size_t>(rows * columns))
    {
    }

    std::int64_t rows() const { return m_rows; }
    std::int64_t columns() const { return m_columns; }

    std::uint64_t at(std::int64_t row, std::int64_t column) const
    {
        const auto at = position(row, column);
        return m_isWide ? m_wide[at] : m_narrow[at];
    }
    void add(std::int64_t row, std::int64_t column, std::uint64_t more)
    {
        const auto at = position(row, column);
        if (!m_isWide) {
            if (more <= std::numeric_limits<std::uint32_t>::max() - m_narrow[at]) {
                m_narrow[at] += static_cast<std::uint32_t>(more);
                return;
            }
            widen();
        }
        m_wide[at] += more;
    }

    // For loops that know how far their counts can go: the row as it lies, of the type that isWide() tells.
    bool isWide() const { return m_isWide; }
    void widen();
    template <class Count>
    Count* row(std::int64_t row)
    {
        if constexpr (sizeof(Count) == 8)
            return m_wide.data() + position(row, 0);
        else
            return m_narrow.data() + position(row, 0);
    }

    void add(const CountGrid& other); // of the same shape
    CountGrid transposed() const;

    struct Summary {
        std::uint64_t total = 0, largest = 0;
    };
    Summary summary() const;

private:
    std::size_t position(std::int64_t row, std::int64_t column) const
    {
        return static_cast<std::size_t>(row * m_columns + column);
    }

    std::int64_t m_rows = 0, m_columns = 0;
    bool m_isWide = false;
    std::vector<std::uint32_t> m_narrow;
    std::vector<std::uint64_t> m_wide;
};

} // namespace tscope
