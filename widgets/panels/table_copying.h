// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QTableView;

namespace tscope {

// The selected rows of a table, or all, with its titles: columns as they are seen, hidden ones left out.
enum class TableText : std::uint8_t { tabs, csv, markdown };
QString textOfRows(const QTableView& table, TableText form, bool isAll);

// Several lines can be selected, by Ctrl+A all of them; Ctrl+C and the context menu copy them. The menu offers to
// sort too, in place of another one.
void makeCopyable(QTableView& table);

} // namespace tscope
