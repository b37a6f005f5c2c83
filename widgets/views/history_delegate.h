// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace tscope {

class HistoryModel;

// Draws the rows of a HistoryModel: lanes of tensors from row to row with a mark for each node, and beside them
// three lines of text. All rows are equally high; a text that is too long ends in dots.
class HistoryDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit HistoryDelegate(const HistoryModel& model, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const HistoryModel& m_model;
};

} // namespace tscope
