// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whole_tree.h"

#include <QCoreApplication>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace tscope {

WholeTree::WholeTree(QWidget* parent) : QTreeView(parent)
{
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QTreeView::expanded, this, &WholeTree::fit);
    connect(this, &QTreeView::collapsed, this, &WholeTree::fit);
}

void WholeTree::setModel(QAbstractItemModel* model)
{
    QTreeView::setModel(model);
    connect(model, &QAbstractItemModel::rowsInserted, this, &WholeTree::fit);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &WholeTree::fit);
}

QScrollArea* WholeTree::area() const
{
    for (auto* parent = parentWidget(); parent != nullptr; parent = parent->parentWidget())
        if (auto* found = qobject_cast<QScrollArea*>(parent))
            return found;
    return nullptr;
}

QModelIndex WholeTree::last() const
{
    QModelIndex at;
    for (auto rows = model()->rowCount(); rows > 0; rows = isExpanded(at) ? model()->rowCount(at) : 0)
        at = model()->index(rows - 1, 0, at);
    return at;
}

void WholeTree::fit()
{
    executeDelayedItemsLayout();
    takeHeight();
}

void WholeTree::doItemsLayout()
{
    QTreeView::doItemsLayout();
    takeHeight();
}

void WholeTree::takeHeight()
{
    if (model() == nullptr)
        return;
    const auto end = last();
    const auto rows = end.isValid() ? visualRect(end).bottom() + 1 - visualRect(model()->index(0, 0)).top() : 0;
    setFixedHeight(std::min(rows + 2 * frameWidth(), QWIDGETSIZE_MAX));
}

bool WholeTree::isInSight(const QModelIndex& index) const
{
    return viewport()->visibleRegion().intersects(visualRect(index));
}

// What is around the tree is scrolled.
void WholeTree::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    auto* around = area();
    for (auto parent = index.parent(); parent.isValid(); parent = parent.parent())
        expand(parent);
    const auto rect = visualRect(index);
    if (around == nullptr || rect.isEmpty())
        return;
    // The area learns now that the tree is higher, if it is.
    QCoreApplication::sendPostedEvents(around->widget(), QEvent::LayoutRequest);
    QCoreApplication::sendPostedEvents(around->viewport(), QEvent::LayoutRequest);
    const auto place = [&](int y) { return viewport()->mapTo(around->widget(), QPoint(0, y)).y(); };
    if (hint == PositionAtTop)
        return around->verticalScrollBar()->setValue(place(rect.top()));
    const auto left = around->widget()->width() / 2;
    around->ensureVisible(left, place(rect.bottom()), 0, 0);
    around->ensureVisible(left, place(rect.top()), 0, 0); // its first line, where not all has room
}

// A page is what is in sight, not all of the tree.
QModelIndex WholeTree::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    auto* around = area();
    const bool isDown = action == MovePageDown;
    if (around == nullptr || (!isDown && action != MovePageUp))
        return QTreeView::moveCursor(action, modifiers);
    const auto page = around->viewport()->height();
    auto at = currentIndex();
    for (auto next = at; next.isValid(); next = isDown ? indexBelow(next) : indexAbove(next)) {
        at = next;
        if (std::abs(visualRect(next).top() - visualRect(currentIndex()).top()) >= page)
            break;
    }
    return at;
}

} // namespace tscope
