// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart.h"
#include "charts/multiples.h"

namespace tscope::charts {

// An operation on several tensors beside each other.
class MultiplesChart : public Chart
{
    Q_OBJECT

public:
    explicit MultiplesChart(QWidget* parent = nullptr);

    void setMultiples(Multiples multiples);
    const Multiples& multiples() const { return m_multiples; }

protected:
    // As high as all panels are: what it stands in is scrolled.
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_multiples.cells.size()); }
    QString textOf(int item) const override;
    void tell(int item) override;

private:
    void makeRoom();

    Multiples m_multiples;
};

} // namespace tscope::charts
