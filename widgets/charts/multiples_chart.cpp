// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/multiples_chart.h"

#include "charts/multiples_drawing.h"

#include <QResizeEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

MultiplesChart::MultiplesChart(QWidget* parent) : Chart(tr("Times by tensors"), true, parent) {}

void MultiplesChart::setMultiples(Multiples multiples)
{
    m_multiples = std::move(multiples);
    makeRoom();
    choose(-1);
    showAll();
}

void MultiplesChart::makeRoom()
{
    constexpr double most = 30'000; // pixels: of thousands of tensors the first
    setMinimumHeight(static_cast<int>(std::ceil(std::min(most, wholeHeightOf(m_multiples, width(), font())))));
}

void MultiplesChart::resizeEvent(QResizeEvent* event)
{
    makeRoom();
    Chart::resizeEvent(event);
}

void MultiplesChart::wheelEvent(QWheelEvent* event)
{
    event->ignore(); // all panels have one scale, which is seen whole
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
