// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/sample_series_chart.h"

#include "charts/sample_series_drawing.h"

namespace tscope::charts {

SampleSeriesChart::SampleSeriesChart(QWidget* parent) : Chart(tr("Samples in the order of time"), false, parent) {}

void SampleSeriesChart::setSeries(SampleSeries series)
{
    m_series = std::move(series);
    m_drawn = drawnSamples(m_series);
    choose(-1);
    showAll();
}

Chart::Content SampleSeriesChart::content() const
{
    return {[series = m_series](const Look& look) { return drawSampleSeries(series, look); },
            [series = m_series] { return tableOf(series); }};
}

Drawing SampleSeriesChart::draw(const Look& look) const
{
    return drawSampleSeries(m_series, look);
}

QString SampleSeriesChart::textOf(int item) const
{
    return charts::textOf(m_series, m_drawn[static_cast<std::size_t>(item)]);
}

void SampleSeriesChart::tell(int /*item*/)
{
    Q_EMIT variantChosen(m_series.row);
}

} // namespace tscope::charts
