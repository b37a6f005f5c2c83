// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/bars_drawing.h"
#include "charts/chart.h"

namespace tscope::charts {

// How long an operation takes in each form, and beside it what the form takes in memory.
class BarsChart : public Chart
{
    Q_OBJECT

public:
    explicit BarsChart(QWidget* parent = nullptr);

    void setBars(Bars bars);
    const Bars& bars() const { return m_bars; }
    // The bar of that row of the session is the chosen one; none: no bar has it.
    void chooseRow(std::optional<std::size_t> row);
    void lightRows(std::vector<std::size_t> rows); // of the session, such as those of a pair

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_bars.bars.size()); }
    void changeEvent(QEvent* event) override;
    QString textOf(int item) const override;
    void tell(int item) override;
    double wholeHeight(double height) const override;
    std::vector<int> litItems() const override;

private:
    Bars m_bars;
    BarTexts m_texts;
    std::vector<std::size_t> m_lit; // rows of the session
};

} // namespace tscope::charts
