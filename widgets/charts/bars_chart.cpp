// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bars_chart.h"

#include "charts/bars_drawing.h"

#include <QEvent>

#include <algorithm>

namespace tscope::charts {

BarsChart::BarsChart(QWidget* parent) : Chart(tr("Times of all forms"), false, parent) {}

void BarsChart::setBars(Bars bars)
{
    const auto chosenRow =
        chosen() >= 0 ? std::optional(m_bars.bars[static_cast<std::size_t>(chosen())].row) : std::nullopt;
    m_bars = std::move(bars);
    m_texts = textsOf(m_bars, font());
    double least = 0, greatest = 0;
    for (const auto& bar : m_bars.bars)
        if (bar.time) {
            least = least > 0 ? std::min(least, bar.time->value) : bar.time->value;
            greatest = std::max(greatest, bar.time->value);
        }
    preferLog(least, greatest);
    showAll();
    chooseRow(chosenRow);
}

void BarsChart::chooseRow(std::optional<std::size_t> row)
{
    const auto found = std::ranges::find_if(m_bars.bars, [&](const Bar& bar) { return row == bar.row; });
    choose(found == m_bars.bars.end() ? -1 : static_cast<int>(found - m_bars.bars.begin()));
}

void BarsChart::lightRows(std::vector<std::size_t> rows)
{
    if (rows == m_lit)
        return;
    m_lit = std::move(rows);
    refresh();
}

std::vector<int> BarsChart::litItems() const
{
    std::vector<int> items;
    for (std::size_t i = 0; i < m_bars.bars.size(); ++i)
        if (std::ranges::find(m_lit, m_bars.bars[i].row) != m_lit.end())
            items.push_back(static_cast<int>(i));
    return items;
}

void BarsChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        m_texts = textsOf(m_bars, font());
    Chart::changeEvent(event);
}

Chart::Content BarsChart::content() const
{
    return {[bars = m_bars, texts = m_texts](const Look& look) { return drawBars(bars, texts, look); },
            [bars = m_bars] { return tableOf(bars); }};
}

Drawing BarsChart::draw(const Look& look) const
{
    return drawBars(m_bars, m_texts, look);
}

QString BarsChart::textOf(int item) const
{
    return charts::textOf(m_bars.bars[static_cast<std::size_t>(item)], m_bars.time);
}

void BarsChart::tell(int item)
{
    Q_EMIT variantChosen(m_bars.bars[static_cast<std::size_t>(item)].row);
}

double BarsChart::wholeHeight(double height) const
{
    return std::max(height, wholeHeightOf(m_bars, font()));
}

} // namespace tscope::charts
