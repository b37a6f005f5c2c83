// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QHeaderView;
class QMenu;

namespace tscope {

// "Sort by" with every title that is seen, for those who can't click on one: what is chosen again is turned round.
void addSortMenu(QMenu& menu, QHeaderView& header);

// The same, where somebody asks the titles themselves for a menu.
void offerSortMenu(QHeaderView& header);

} // namespace tscope
