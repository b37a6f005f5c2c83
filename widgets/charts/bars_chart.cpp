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
    showAll();
    chooseRow(chosenRow);
}

void BarsChart::chooseRow(std::optional<std::size_t> row)
{
    const auto found = std::ranges::find_if(m_bars.bars, [&](const Bar& bar) { return row == bar.row; });
    choose(found == m_bars.bars.end() ? -1 : static_cast<int>(found - m_bars.bars.begin()));
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
