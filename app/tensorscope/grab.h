// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tscope {

class MainWindow;

// Waits until all work is done, then draws the window and each of its views into pictures in `folder`; where
// several files are open, once more for each of them, in a folder of its name. Returns what stood in the way, if
// anything did.
QString grab(MainWindow& window, const QString& folder);

} // namespace tscope
