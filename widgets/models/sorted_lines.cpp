// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sorted_lines.h"

#include <cmath>

namespace tscope {

namespace {

// A time of nothing by one of nothing is no number either.
bool hasNumber(const QVariant& key)
{
    return key.isValid() && !std::isnan(key.toDouble());
}

} // namespace

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
    if (hasNumber(a) != hasNumber(b))
        return hasNumber(a) == (sortOrder() == Qt::AscendingOrder);
    return hasNumber(a) && a.toDouble() < b.toDouble();
}

} // namespace tscope
