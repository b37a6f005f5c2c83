// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QTableView;

namespace tscope {

// Fits the columns of a table into its width, so that none is reached by scrolling sideways. Where texts have no
// room on one line they are wrapped, a few lines at most; tool tips of the model have the rest.
class FittedColumns : public QObject
{
    Q_OBJECT

public:
    // `wide` takes the width that the others leave, and is left a part of it in any case. A child of the table.
    FittedColumns(QTableView& table, int wide);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void fit();
    void fitRows();
    int longestWordIn(int column) const;

    QTableView& m_table;
    int m_wide;
};

} // namespace tscope
