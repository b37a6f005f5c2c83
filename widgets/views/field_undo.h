// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;

namespace tscope {

// A line of text keeps Ctrl+Z to itself, also when nothing is typed in it: from then on it is left to the window,
// whose undo takes back what the line has done.
void leaveUndoToTheWindow(QLineEdit& line);

} // namespace tscope
