// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/break_even_chart.h"

#include "charts/break_even_drawing.h"

namespace tscope::charts {

BreakEvenChart::BreakEvenChart(QWidget* parent) : Chart(tr("Break-even of conversions"), true, parent) {}

void BreakEvenChart::setBreakEven(BreakEven breakEven)
{
    m_breakEven = std::move(breakEven);
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
    return charts::textOf(m_breakEven.lines[static_cast<std::size_t>(item)]);
}

void BreakEvenChart::tell(int item)
{
    Q_EMIT variantChosen(m_breakEven.lines[static_cast<std::size_t>(item)].row);
}

} // namespace tscope::charts
