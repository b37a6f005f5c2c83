// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <functional>

namespace tscope::test {

// Every text that this widget and those in it show: labels, buttons, fields, tabs, actions, and of item models all
// texts and tips. `what` names the widget.
void forEachText(QWidget& root, const std::function<void(const QString& what, const QString& text)>& take);

// Asks every visible widget, and every item that is in sight, for its tool tip, as a pointer that rests there
// does; and shows the tips of all other items.
void showAllTips(QWidget& root, const std::function<void(const QString& what)>& shown);

} // namespace tscope::test
