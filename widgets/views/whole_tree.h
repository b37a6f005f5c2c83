// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

class QScrollArea;

namespace tscope {

// A tree as high as its rows, inside a scroll area that scrolls it together with what is around it: one place to
// scroll instead of two. Rows may be of any height.
class WholeTree : public QTreeView
{
    Q_OBJECT

public:
    explicit WholeTree(QWidget* parent = nullptr);

    // Takes the height of its rows at once. To be called when the model was reset and its rows are opened again:
    // before that they are fewer, and the scroll area would jump.
    void fit();
    bool isInSight(const QModelIndex& index) const;

    void setModel(QAbstractItemModel* model) override;
    void doItemsLayout() override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

private:
    void takeHeight();
    QScrollArea* area() const;
    QModelIndex last() const; // of all rows that are open
};

} // namespace tscope
