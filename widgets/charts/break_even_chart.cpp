// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/break_even_chart.h"

#include "charts/break_even_drawing.h"

namespace tscope::charts {

BreakEvenChart::BreakEvenChart(QWidget* parent) : Chart(tr("Break-even of conversions"), true, parent) {}

void BreakEvenChart::setBreakEven(BreakEven breakEven)
{
    m_breakEven = std::move(breakEven);
    m_marked = m_breakEven.marked();
    choose(-1);
    showAll();
}

Chart::Content BreakEvenChart::content() const
{
    return {[breakEven = m_breakEven](const Look& look) { return drawBreakEven(breakEven, look); },
            [breakEven = m_breakEven] { return tableOf(breakEven); }};
}

Drawing BreakEvenChart::draw(const Look& look) const
{
    return drawBreakEven(m_breakEven, look);
}

QString BreakEvenChart::textOf(int item) const
{
    const auto at = static_cast<std::size_t>(item), lines = m_breakEven.lines.size();
    return at < lines ? charts::textOf(m_breakEven.lines[at]) : charts::textOf(m_breakEven, m_marked[at - lines]);
}

void BreakEvenChart::tell(int item)
{
    const auto at = static_cast<std::size_t>(item), lines = m_breakEven.lines.size();
    Q_EMIT variantChosen(m_breakEven.lines[at < lines ? at : m_marked[at - lines].line].row);
}

} // namespace tscope::charts
