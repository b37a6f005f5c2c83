// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart.h"
#include "charts/scaling.h"

namespace tscope::charts {

// What more threads bring to each form, or more columns of the dense operand.
class ScalingChart : public Chart
{
    Q_OBJECT

public:
    explicit ScalingChart(Scaling::Over over = Scaling::Over::threads, QWidget* parent = nullptr);

    void setScaling(Scaling scaling);
    const Scaling& scaling() const { return m_scaling; }

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_scaling.points.size()); }
    QString textOf(int item) const override;
    void tell(int item) override;

private:
    Scaling m_scaling;
};

} // namespace tscope::charts
