// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace tscope::cpu {

// The cells of a grid, row after row, in parts of about equal length that do not depend on the number of threads:
// a part is some whole rows, or a piece of one.
class GridParts
{
public:
    struct Piece {
        std::int64_t firstRow = 0, endRow = 0, firstColumn = 0, endColumn = 0;
        std::int64_t rows() const { return endRow - firstRow; }
        std::int64_t columns() const { return endColumn - firstColumn; }
    };

    // Preconditions: none of them is 0, rows * columns fits.
    GridParts(std::int64_t rows, std::int64_t columns, std::int64_t cellsEach)
        : m_rows(rows), m_columns(columns), m_rowsEach(std::max<std::int64_t>(cellsEach / columns, 1)),
          m_piecesOfRow(std::max<std::int64_t>(columns / cellsEach, 1))
    {
        if (m_piecesOfRow > 1)
            m_rowsEach = 1;
    }

    std::int64_t count() const { return (m_rows + m_rowsEach - 1) / m_rowsEach * m_piecesOfRow; }
    std::int64_t mostCells() const
    {
        return m_piecesOfRow > 1 ? m_columns / m_piecesOfRow + 1 : m_rowsEach * m_columns;
    }

    Piece piece(std::int64_t part) const
    {
        const auto row = part / m_piecesOfRow * m_rowsEach, nth = part % m_piecesOfRow;
        return {row, std::min(row + m_rowsEach, m_rows), cut(nth), cut(nth + 1)};
    }

private:
    std::int64_t cut(std::int64_t nth) const
    {
        return m_columns / m_piecesOfRow * nth + std::min(nth, m_columns % m_piecesOfRow);
    }

    std::int64_t m_rows, m_columns, m_rowsEach, m_piecesOfRow;
};

} // namespace tscope::cpu
