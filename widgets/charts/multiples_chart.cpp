// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/multiples_chart.h"

#include "charts/multiples_drawing.h"

namespace tscope::charts {

MultiplesChart::MultiplesChart(QWidget* parent) : Chart(tr("Times by tensors"), true, parent) {}

void MultiplesChart::setMultiples(Multiples multiples)
{
    m_multiples = std::move(multiples);
    choose(-1);
    showAll();
}

Chart::Content MultiplesChart::content() const
{
    return {[multiples = m_multiples](const Look& look) { return drawMultiples(multiples, look); },
            [multiples = m_multiples] { return tableOf(multiples); }};
}

Drawing MultiplesChart::draw(const Look& look) const
{
    return drawMultiples(m_multiples, look);
}

QString MultiplesChart::textOf(int item) const
{
    return charts::textOf(m_multiples, m_multiples.cells[static_cast<std::size_t>(item)]);
}

void MultiplesChart::tell(int item)
{
    Q_EMIT variantChosen(m_multiples.cells[static_cast<std::size_t>(item)].row);
}

} // namespace tscope::charts
