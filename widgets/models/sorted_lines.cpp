// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sorted_lines.h"

namespace tscope {

SortedLines::SortedLines(QAbstractItemModel& lines, int sortRole, QObject* parent) : QSortFilterProxyModel(parent)
{
    setSourceModel(&lines);
    setSortRole(sortRole);
}

int SortedLines::shownAt(int line) const
{
    return line < 0 ? -1 : mapFromSource(sourceModel()->index(line, 0)).row();
}

bool SortedLines::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto a = left.data(sortRole()), b = right.data(sortRole());
    if (a.isValid() != b.isValid())
        return a.isValid() == (sortOrder() == Qt::AscendingOrder);
    return a.toDouble() < b.toDouble();
}

} // namespace tscope
