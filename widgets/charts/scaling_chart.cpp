// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/scaling_chart.h"

#include "charts/scaling_drawing.h"

namespace tscope::charts {

ScalingChart::ScalingChart(Scaling::Over over, QWidget* parent)
    : Chart(over == Scaling::Over::threads ? tr("Times by threads") : tr("Times by k"), true, parent)
{
    m_scaling.over = over; // what is missing, while nothing is there
}

void ScalingChart::setScaling(Scaling scaling)
{
    m_scaling = std::move(scaling);
    choose(-1);
    showAll();
}

Chart::Content ScalingChart::content() const
{
    return {[scaling = m_scaling](const Look& look) { return drawScaling(scaling, look); },
            [scaling = m_scaling] { return tableOf(scaling); }};
}

Drawing ScalingChart::draw(const Look& look) const
{
    return drawScaling(m_scaling, look);
}

QString ScalingChart::textOf(int item) const
{
    return charts::textOf(m_scaling, m_scaling.points[static_cast<std::size_t>(item)]);
}

void ScalingChart::tell(int item)
{
    Q_EMIT variantChosen(m_scaling.points[static_cast<std::size_t>(item)].row);
}

} // namespace tscope::charts
