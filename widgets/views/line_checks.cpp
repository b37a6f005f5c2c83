// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/line_checks.h"

#include <QListWidget>
#include <QMouseEvent>
#include <QStyledItemDelegate>

namespace tscope {

namespace {

class WholeLines : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override
    {
        const bool isClick = event->type() == QEvent::MouseButtonRelease || // the second of two is a double click
                             event->type() == QEvent::MouseButtonDblClick;
        constexpr auto needed = Qt::ItemIsUserCheckable | Qt::ItemIsEnabled;
        if (!isClick || (index.flags() & needed) != needed ||
            static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
            return QStyledItemDelegate::editorEvent(event, model, option, index);
        const bool isChecked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return model->setData(index, isChecked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }
};

} // namespace

void checkByWholeLines(QListWidget& list)
{
    list.setItemDelegate(new WholeLines(&list));
}

} // namespace tscope
