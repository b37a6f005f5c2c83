// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sorted_lines.h"

namespace tscope {

SortedLines::SortedLines(QAbstractItemModel& lines, int sortRole, QObject* parent) : QSortFilterProxyModel(parent)
{
    setSourceModel(&lines);
    setSortRole(sortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

int SortedLines::shownAt(int line) const
{
    return line < 0 ? -1 : mapFromSource(sourceModel()->index(line, 0)).row();
}

bool SortedLines::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const bool isLeft = left.data(sortRole()).isValid(), isRight = right.data(sortRole()).isValid();
    if (isLeft != isRight)
        return isLeft == (sortOrder() == Qt::AscendingOrder);
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace tscope
