// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/densities_chart.h"

#include "charts/densities_drawing.h"

namespace tscope::charts {

DensitiesChart::DensitiesChart(QWidget* parent) : Chart(tr("Times by density"), true, parent) {}

void DensitiesChart::setDensities(Densities densities)
{
    m_densities = std::move(densities);
    choose(-1);
    showAll();
}

Chart::Content DensitiesChart::content() const
{
    return {[densities = m_densities](const Look& look) { return drawDensities(densities, look); },
            [densities = m_densities] { return tableOf(densities); }};
}

Drawing DensitiesChart::draw(const Look& look) const
{
    return drawDensities(m_densities, look);
}

QString DensitiesChart::textOf(int item) const
{
    return charts::textOf(m_densities, m_densities.points[static_cast<std::size_t>(item)]);
}

void DensitiesChart::tell(int item)
{
    Q_EMIT variantChosen(m_densities.points[static_cast<std::size_t>(item)].row);
}

} // namespace tscope::charts
