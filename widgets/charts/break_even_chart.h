// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/break_even.h"
#include "charts/chart.h"

namespace tscope::charts {

// From how many uses on it pays to convert a tensor.
class BreakEvenChart : public Chart
{
    Q_OBJECT

public:
    explicit BreakEvenChart(QWidget* parent = nullptr);

    void setBreakEven(BreakEven breakEven);

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_breakEven.lines.size() + m_marked.size()); }
    QString textOf(int item) const override;
    void tell(int item) override;

private:
    BreakEven m_breakEven;
    std::vector<Crossing> m_marked;
};

} // namespace tscope::charts
