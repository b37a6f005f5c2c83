// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/block_map_chart.h"

#include "charts/block_map_drawing.h"
#include "charts/grid_steps.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace tscope::charts {

BlockMapChart::BlockMapChart(QWidget* parent) : Chart(tr("Sizes of blocks"), false, parent) {}

void BlockMapChart::setMap(BlockMap map)
{
    m_map = std::move(map);
    choose(-1);
    preferScale();
    showAll();
}

void BlockMapChart::setMeasure(BlockMeasure measure)
{
    m_measure = measure;
    preferScale();
    refresh();
}

void BlockMapChart::preferScale()
{
    if (m_map.cells.empty())
        return;
    const auto valueOn = [this](const timing::BlockSize& size) {
        return m_measure == BlockMeasure::fill ? 1 - size.fill : valueOf(size, m_measure);
    };
    const auto [least, greatest] = std::ranges::minmax(m_map.cells | std::views::transform(valueOn));
    preferLog(least, greatest);
}

Chart::Content BlockMapChart::content() const
{
    return {[map = m_map, measure = m_measure](const Look& look) { return drawBlockMap(map, measure, look); },
            [map = m_map] { return tableOf(map); }};
}

Drawing BlockMapChart::draw(const Look& look) const
{
    return drawBlockMap(m_map, m_measure, look);
}

// Thousands of cells: where one lies is computed, and its numbers are written when they are asked for.
int BlockMapChart::itemAt(QPointF at) const
{
    if (drawing().fields.empty() || !drawing().fields.front().rect.contains(at))
        return -1;
    const auto& field = drawing().fields.front();
    const auto place = [&](double value) {
        return std::clamp(static_cast<std::int64_t>(std::lround(value)), std::int64_t{1}, m_map.side);
    };
    return static_cast<int>((place(field.fromY(at.y())) - 1) * m_map.side + place(field.fromX(at.x())) - 1);
}

QString BlockMapChart::textOf(int item) const
{
    return charts::textOf(m_map, item / m_map.side + 1, item % m_map.side + 1);
}

QPointF BlockMapChart::placeOf(int item) const
{
    const auto& field = drawing().fields.front();
    const auto row = item / m_map.side, column = item % m_map.side;
    return field.at(static_cast<double>(column) + 1.5, static_cast<double>(row) + 1.5);
}

void BlockMapChart::tell(int item)
{
    Q_EMIT blockChosen(item / m_map.side + 1, item % m_map.side + 1);
}

int BlockMapChart::next(int item, Qt::Key arrow) const
{
    const auto side = static_cast<int>(m_map.side);
    return nextInGrid(item, arrow, side, side);
}

} // namespace tscope::charts
