// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/changes_drawing.h"
#include "charts/chart.h"

namespace tscope::charts {

// What became faster and what slower from one session to another.
class ChangesChart : public Chart
{
    Q_OBJECT

public:
    explicit ChangesChart(QWidget* parent = nullptr);

    // Rows that are chosen are those of the session on that side.
    void setChanges(Changes changes, Side side = Side::after);
    const Changes& changes() const { return m_changes; }
    // The change of that row is the chosen one; none: there is none of it.
    void chooseRow(std::optional<std::size_t> row);

protected:
    Content content() const override;
    Drawing draw(const Look& look) const override;
    int itemCount() const override { return static_cast<int>(m_changes.changes.size()); }
    void changeEvent(QEvent* event) override;
    QString textOf(int item) const override;
    void tell(int item) override;
    double wholeHeight(double height) const override;

private:
    Changes m_changes;
    Side m_side = Side::after;
    ChangeTexts m_texts;
};

} // namespace tscope::charts
