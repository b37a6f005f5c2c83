// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/whole_titles.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QScrollBar>

#include <algorithm>

namespace tscope {

void showWholeTitles(QComboBox& box)
{
    constexpr int widestList = 800, besideText = 16; // pixels: a list stays on the screen
    int widest = 0;
    for (int at = 0; at < box.count(); ++at) {
        box.setItemData(at, box.itemText(at), Qt::ToolTipRole);
        widest = std::max(widest, box.fontMetrics().horizontalAdvance(box.itemText(at)));
    }
    auto& list = *box.view();
    list.setMinimumWidth(std::min(widest + besideText + list.verticalScrollBar()->sizeHint().width(), widestList));
    box.setToolTip(box.currentText());
}

} // namespace tscope
