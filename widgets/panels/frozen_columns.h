// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace tscope {

// Keeps the first columns of a table, which name its rows, in sight while the others are scrolled sideways: a
// second view of the same rows that covers the left edge. Hidden while the table shows these columns itself, or
// where they would take more than half of it. A child of the table, whose rows all have the same height.
class FrozenColumns : public QTableView
{
public:
    // Freezes the columns up to `last`, as the model counts them.
    FrozenColumns(QTableView& table, int last);
    // Further ones too, while there is room for them.
    void freezeBesides(int further);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent*) override {}
    void mouseReleaseEvent(QMouseEvent*) override {}
    void wheelEvent(QWheelEvent* event) override;

private:
    int widthUpTo(int last) const;
    void place();
    void sortBy(int column);

    QTableView& m_table;
    int m_last, m_further;
    bool m_isPlacing = false;
};

} // namespace tscope
