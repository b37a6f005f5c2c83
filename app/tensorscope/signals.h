// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QObject;
class QWidget;

namespace tscope {

// Before any thread is started: the signals that ask to end reach none of them, only closeOnSignals.
void blockEndingSignals();
// When the system asks the process to end (at logout, say), the window is closed as if by hand: what is open is
// kept.
void closeOnSignals(QObject& parent, QWidget& window);

} // namespace tscope
