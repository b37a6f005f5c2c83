// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <vector>

class QTableView;

namespace tscope {

// Fits the columns of a table into its width, so that none is reached by scrolling sideways. Where texts have no
// room on one line they are wrapped, a few lines at most; tool tips of the model have the rest. The rows in sight
// are laid out first, all others a few at a time between other events.
class FittedColumns : public QObject
{
    Q_OBJECT

public:
    // `wide` takes the width that the others leave, and is left a part of it in any case. A child of the table.
    FittedColumns(QTableView& table, int wide);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    // The widths that the texts of a column want.
    struct Texts {
        int longest = 0, longestWord = 0;
    };

    void measure();
    void fitColumns();
    void fitRows();
    void fitNextRows();
    void keepFirstRow();

    QTableView& m_table;
    int m_wide;
    std::vector<Texts> m_texts; // of each column
    int m_nextRow = 0, m_rowsLeft = 0;
    QTimer m_rest;
};

} // namespace tscope
