// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QTreeView;

namespace tscope {

// Draws the rows of a RulesModel as high as their text needs at the width of the view: nothing is cut. What kind
// of row it is shows by its mark and by colour.
class RuleDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    // Lays out the view again when its width changes.
    explicit RuleDelegate(QTreeView& view);

    static int oneLine(const QFontMetrics& metrics); // the height of a row of one line

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QTreeView& m_view;
};

} // namespace tscope
