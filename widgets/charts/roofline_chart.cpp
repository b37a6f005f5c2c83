// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/roofline_chart.h"

#include "charts/roofline_drawing.h"

namespace tscope::charts {

RooflineChart::RooflineChart(QWidget* parent) : Chart(tr("Roofline"), true, parent) {}

void RooflineChart::setRoofline(Roofline roofline)
{
    m_roofline = std::move(roofline);
    choose(-1);
    showAll();
}

Chart::Content RooflineChart::content() const
{
    return {[roofline = m_roofline](const Look& look) { return drawRoofline(roofline, look); },
            [roofline = m_roofline] { return tableOf(roofline); }};
}

Drawing RooflineChart::draw(const Look& look) const
{
    return drawRoofline(m_roofline, look);
}

QString RooflineChart::textOf(int item) const
{
    return charts::textOf(m_roofline.points[static_cast<std::size_t>(item)]);
}

void RooflineChart::tell(int item)
{
    Q_EMIT variantChosen(m_roofline.points[static_cast<std::size_t>(item)].row);
}

} // namespace tscope::charts
