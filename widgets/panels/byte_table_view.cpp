// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/byte_table_view.h"

#include "build/words.h"

#include <QHeaderView>

namespace tscope {

ByteTableView::ByteTableView(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("bytes of arrays"));
    setAccessibleName(tr("Bytes of each array"));
    setHeaderLabels({tr("Array"), tr("First"), tr("Second")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    for (const int column : {1, 2})
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    hide();
}

void ByteTableView::show(const std::vector<ByteRow>& rows)
{
    clear();
    for (const auto& row : rows) {
        auto* item = new QTreeWidgetItem(this, {qt(row.array), qt(byteCell(row.a)), qt(byteCell(row.b))});
        item->setToolTip(0, item->text(0));
        auto font = this->font();
        font.setBold(row.isTotal);
        for (int column = 0; column < columnCount(); ++column) {
            item->setFont(column, font);
            if (column > 0)
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
    setVisible(!rows.empty());
}

} // namespace tscope
