// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart.h"
#include "charts/cost_map.h"

namespace tscope::charts {

// Where in a matrix the bytes of one form lie.
class CostMapChart : public Chart
{
    Q_OBJECT

public:
    explicit CostMapChart(QWidget* parent = nullptr);

    void setMap(CostMap map); // what is chosen and zoomed stays so where the tiles are the same
    void setMeasure(CostMeasure measure);
    const CostMap& map() const { return m_map; }
    CostMeasure measure() const; // that is shown: the share where the map has no other

Q_SIGNALS:
    void tileChosen(const tscope::charts::CostTile& tile);

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_map.tiles.size()); }
    int itemAt(QPointF at) const override;
    QString textOf(int item) const override;
    QPointF placeOf(int item) const override;
    void tell(int item) override;
    int next(int item, Qt::Key arrow) const override;

private:
    CostMap m_map;
    CostMeasure m_measure = CostMeasure::share;
};

} // namespace tscope::charts
