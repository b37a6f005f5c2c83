// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart.h"
#include "charts/roofline.h"

namespace tscope::charts {

// What each form computes in a second against what its device was measured to reach.
class RooflineChart : public Chart
{
    Q_OBJECT

public:
    explicit RooflineChart(QWidget* parent = nullptr);

    void setRoofline(Roofline roofline);

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_roofline.points.size()); }
    bool hasTable() const override { return !m_roofline.points.empty() || !m_roofline.roofs.empty(); }
    QString textOf(int item) const override;
    void tell(int item) override;

private:
    Roofline m_roofline;
};

} // namespace tscope::charts
