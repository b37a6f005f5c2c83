// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart.h"
#include "charts/sample_series.h"

namespace tscope::charts {

// The samples of one form, as they were taken.
class SampleSeriesChart : public Chart
{
    Q_OBJECT

public:
    explicit SampleSeriesChart(QWidget* parent = nullptr);

    void setSeries(SampleSeries series);

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_drawn.size()); }
    QString textOf(int item) const override;
    void tell(int item) override;

private:
    SampleSeries m_series;
    std::vector<Sample> m_drawn;
};

} // namespace tscope::charts
