// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/cost_map_chart.h"

#include "charts/cost_map_drawing.h"
#include "charts/grid_steps.h"

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

bool areSameTiles(const CostMap& one, const CostMap& other)
{
    return one.tensor == other.tensor && one.rows == other.rows && one.columns == other.columns &&
           one.across == other.across && one.tiles.size() == other.tiles.size();
}

} // namespace

CostMapChart::CostMapChart(QWidget* parent) : Chart(tr("Where the bytes lie"), false, parent) {}

void CostMapChart::setMap(CostMap map)
{
    const bool isSame = areSameTiles(map, m_map);
    m_map = std::move(map);
    if (isSame)
        return refresh();
    choose(-1);
    showAll();
}

void CostMapChart::setMeasure(CostMeasure measure)
{
    m_measure = measure;
    refresh();
}

CostMeasure CostMapChart::measure() const
{
    return m_map.has(m_measure) ? m_measure : CostMeasure::share;
}

Chart::Content CostMapChart::content() const
{
    return {[map = m_map, measure = measure()](const Look& look) { return drawCostMap(map, measure, look); },
            [map = m_map] { return tableOf(map); }};
}

Drawing CostMapChart::draw(const Look& look) const
{
    return drawCostMap(m_map, measure(), look);
}

int CostMapChart::itemAt(QPointF at) const
{
    if (drawing().fields.empty() || !drawing().fields.front().rect.contains(at))
        return -1;
    const auto& field = drawing().fields.front();
    const auto row = std::floor(field.fromY(at.y())), column = std::floor(field.fromX(at.x()));
    // The last pixel may lie behind the last element.
    const auto isIn = [](double place, std::int64_t last, std::int64_t end) {
        return place <= static_cast<double>(last) || last + 1 == end;
    };
    const auto found = std::ranges::find_if(m_map.tiles, [&](const CostTile& tile) {
        return isIn(row, tile.lastRow, m_map.rows) && isIn(column, tile.lastColumn, m_map.columns);
    });
    return found == m_map.tiles.end() ? -1 : static_cast<int>(found - m_map.tiles.begin());
}

QString CostMapChart::textOf(int item) const
{
    return charts::textOf(m_map, m_map.tiles[static_cast<std::size_t>(item)]);
}

QPointF CostMapChart::placeOf(int item) const
{
    const auto& tile = m_map.tiles[static_cast<std::size_t>(item)];
    return drawing().fields.front().at(static_cast<double>(tile.lastColumn) + 1,
                                       static_cast<double>(tile.lastRow) + 1);
}

void CostMapChart::tell(int item)
{
    Q_EMIT tileChosen(m_map.tiles[static_cast<std::size_t>(item)]);
}

int CostMapChart::next(int item, Qt::Key arrow) const
{
    const auto across = static_cast<int>(m_map.across);
    return nextInGrid(item, arrow, across, itemCount() / across);
}

} // namespace tscope::charts
