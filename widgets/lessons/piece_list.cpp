// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/piece_list.h"

#include <QAbstractItemDelegate>
#include <QStyleOptionViewItem>
#include <QWheelEvent>

namespace tscope {

PieceList::PieceList(QWidget* parent) : QListWidget(parent)
{
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    setDragDropMode(QAbstractItemView::InternalMove);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    const auto measure = [this] { updateGeometry(); };
    connect(model(), &QAbstractItemModel::rowsInserted, this, measure);
    connect(model(), &QAbstractItemModel::rowsRemoved, this, measure);
}

int PieceList::heightForWidth(int width) const
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect.setWidth(width - 2 * frameWidth());
    int height = 2 * frameWidth();
    for (int row = 0; row < count(); ++row) {
        const auto index = model()->index(row, 0);
        height += itemDelegateForIndex(index)->sizeHint(option, index).height();
    }
    return height;
}

QSize PieceList::sizeHint() const
{
    return {QListWidget::sizeHint().width(), heightForWidth(width())};
}

// The height follows from the width alone: one of the width before would be held as the least.
QSize PieceList::minimumSizeHint() const
{
    return {QListWidget::minimumSizeHint().width(), fontMetrics().height() + 2 * frameWidth()};
}

// Lines are wrapped at the width of this rectangle, which would else have the frame in it, and not at all where it
// is empty, as in a list that was not laid out yet.
void PieceList::initViewItemOption(QStyleOptionViewItem* option) const
{
    QListWidget::initViewItemOption(option);
    option->rect = QRect(0, 0, viewport()->width(), QWIDGETSIZE_MAX);
}

// All lines are in sight: the wheel is left to what is around.
void PieceList::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace tscope
