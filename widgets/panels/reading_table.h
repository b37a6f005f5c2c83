// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QLabel;
class QTableView;

namespace tscope {

// A table whose rows are read, not edited, with one column that takes what room there is.
QTableView* readingTable(QAbstractItemModel& model, const char* name, const QString& title, int wide);

// Its lines can be sorted by each column, by mouse and by keys; as they come, until somebody does.
void makeSortable(QTableView& table);

// Chooses a line, unless it is; -1: none is chosen.
void chooseLine(QTableView& table, int line);

// Plain text, since names come from files, on as many lines as it takes.
QLabel* wrappedLabel(const char* name);

} // namespace tscope
