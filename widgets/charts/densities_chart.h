// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart.h"
#include "charts/densities.h"

namespace tscope::charts {

// From which density on another form is the fastest.
class DensitiesChart : public Chart
{
    Q_OBJECT

public:
    explicit DensitiesChart(QWidget* parent = nullptr);

    void setDensities(Densities densities);
    const Densities& densities() const { return m_densities; }

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_densities.points.size()); }
    QString textOf(int item) const override;
    void tell(int item) override;

private:
    Densities m_densities;
};

} // namespace tscope::charts
