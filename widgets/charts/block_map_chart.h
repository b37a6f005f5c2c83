// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/block_map.h"
#include "charts/chart.h"

namespace tscope::charts {

// What a tensor takes in blocks of each size.
class BlockMapChart : public Chart
{
    Q_OBJECT

public:
    explicit BlockMapChart(QWidget* parent = nullptr);

    void setMap(BlockMap map);
    const BlockMap& map() const { return m_map; }
    void setMeasure(BlockMeasure measure);
    BlockMeasure measure() const { return m_measure; }

Q_SIGNALS:
    void blockChosen(std::int64_t rows, std::int64_t columns);

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_map.cells.size()); }
    int itemAt(QPointF at) const override;
    QString textOf(int item) const override;
    QPointF placeOf(int item) const override;
    void tell(int item) override;
    int next(int item, Qt::Key arrow) const override;

private:
    void preferScale();

    BlockMap m_map;
    BlockMeasure m_measure = BlockMeasure::bytes;
};

} // namespace tscope::charts
