// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace tscope::test {

// What is wrong with the way that the Tab key takes through a window, from where the focus is and back: a stop
// that cannot be seen or used, has no name or shows no sign of the focus, and what is never reached. Empty:
// nothing. The window is the active one.
QStringList faultsOfTabStops(QWidget& window);

} // namespace tscope::test
