// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart.h"
#include "charts/row_lengths.h"

namespace tscope::charts {

// How the entries of a matrix are spread over its rows.
class RowLengthsChart : public Chart
{
    Q_OBJECT

public:
    explicit RowLengthsChart(QWidget* parent = nullptr);

    void setLengths(timing::RowSpread lengths);

Q_SIGNALS:
    // `row`: the number of the first row that is so long; -1: there is none.
    void lengthsChosen(std::int64_t first, std::int64_t last, std::int64_t row);

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override;
    QString textOf(int item) const override;
    void tell(int item) override;

private:
    timing::RowSpread m_lengths;
};

} // namespace tscope::charts
