// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace tscope {

// Draws a second line below the name of an item: what it means, from DescriptionRole.
class DescribedDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int DescriptionRole = Qt::UserRole + 100;

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace tscope
