// SPDX-License-Identifier: Apache-2.0
#include "make/pattern_density.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace tscope {

namespace {

// Rows farther away than this have little to do with a row.
constexpr std::int64_t nearby = 64;

std::span<const std::int64_t> rowOf(const Pattern& pattern, std::int64_t row)
{
    const auto begin = row == 0 ? 0 : pattern.rowEnds[static_cast<std::size_t>(row - 1)];
    const auto end = pattern.rowEnds[static_cast<std::size_t>(row)];
    return std::span(pattern.columns)
        .subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

// From 0 to 1, as good as random, of a place.
double chanceOf(std::int64_t row, std::int64_t column)
{
    auto z = static_cast<std::uint64_t>(row + 1) * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(column);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
}

// A row that takes columns, none twice, until it has as many as it wants.
class GrowingRow
{
public:
    explicit GrowingRow(std::int64_t columns) : m_takenBy(static_cast<std::size_t>(columns), -1) {}

    void begin(std::int64_t row, std::int64_t wanted)
    {
        m_row = row;
        m_wanted = static_cast<std::size_t>(wanted);
        m_columns.clear();
    }
    bool isFull() const { return m_columns.size() >= m_wanted; }

    bool take(std::int64_t column)
    {
        auto& takenBy = m_takenBy[static_cast<std::size_t>(column)];
        if (takenBy == m_row || isFull())
            return false;
        takenBy = m_row;
        m_columns.push_back(column);
        return true;
    }
    void takeAll(std::span<const std::int64_t> columns)
    {
        for (const auto column : columns)
            take(column);
    }

    // To both sides of what it has, until what grows from there meets.
    void growSideways()
    {
        struct Edge {
            std::int64_t column, step;
        };
        std::vector<Edge> edges;
        for (const auto column : m_columns)
            for (const std::int64_t step : {1, -1})
                edges.push_back({column, step});
        while (!isFull() && !edges.empty())
            std::erase_if(edges, [this](Edge& edge) {
                edge.column += edge.step;
                return edge.column < 0 || edge.column >= std::ssize(m_takenBy) || !take(edge.column);
            });
    }

    std::span<const std::int64_t> sorted()
    {
        std::ranges::sort(m_columns);
        return m_columns;
    }

private:
    std::vector<std::int64_t> m_takenBy; // of each column the last row that took it
    std::vector<std::int64_t> m_columns;
    std::int64_t m_row = -1;
    std::size_t m_wanted = 0;
};

} // namespace

Pattern thinned(const Pattern& pattern, double share, const Watch& watch)
{
    Pattern out;
    const auto rows = std::ssize(pattern.rowEnds);
    out.rowEnds.reserve(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows && !watch.isStopped(); ++row) {
        for (const auto column : rowOf(pattern, row))
            if (chanceOf(row, column) < share)
                out.columns.push_back(column);
        out.rowEnds.push_back(out.nnz());
    }
    return out;
}

Pattern densified(const Pattern& pattern, std::int64_t columns, double times, const Watch& watch)
{
    Pattern out;
    const auto rows = std::ssize(pattern.rowEnds);
    out.rowEnds.reserve(static_cast<std::size_t>(rows));
    GrowingRow grown(columns);
    for (std::int64_t row = 0; row < rows && !watch.isStopped(); ++row) {
        const auto own = rowOf(pattern, row);
        const auto wanted =
            std::min(static_cast<double>(columns), std::round(static_cast<double>(own.size()) * times));
        grown.begin(row, static_cast<std::int64_t>(wanted));
        grown.takeAll(own);
        for (std::int64_t away = 1; away <= nearby && !grown.isFull(); ++away) {
            if (row + away < rows)
                grown.takeAll(rowOf(pattern, row + away));
            if (row >= away)
                grown.takeAll(rowOf(pattern, row - away));
        }
        grown.growSideways();
        std::ranges::copy(grown.sorted(), std::back_inserter(out.columns));
        out.rowEnds.push_back(out.nnz());
    }
    return out;
}

} // namespace tscope
