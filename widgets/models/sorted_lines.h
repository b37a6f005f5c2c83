// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace tscope {

// Lines in the order of the number that one of their columns tells as `sortRole`; as they come, until one is
// chosen. Those that tell none stay below the others, whichever way is sorted.
class SortedLines : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    SortedLines(QAbstractItemModel& lines, int sortRole, QObject* parent = nullptr);

    int lineOf(const QModelIndex& shown) const { return mapToSource(shown).row(); }
    int shownAt(int line) const; // -1: there is none

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

} // namespace tscope
