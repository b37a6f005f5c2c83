// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractScrollArea;
class QHeaderView;
class QMenu;

namespace tscope {

// "Sort by" with every title that is seen, for those who can't click on one: what is chosen again is turned round.
void addSortMenu(QMenu& menu, QHeaderView& header);

// Has it as the menu of a table, or of the titles themselves.
void offerSortMenu(QAbstractScrollArea& area, QHeaderView& header);

} // namespace tscope
