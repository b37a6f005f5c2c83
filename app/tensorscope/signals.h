// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QObject;

namespace tscope {

// Before any thread is started: the signals that ask to end reach none of them, only closeOnSignals.
void blockEndingSignals();
// When the system asks the process to end (at logout, say), this is called in the thread of the receiver, if that
// is still there. It closes the window, and does not ask: what is open is kept.
void closeOnSignals(QObject& parent, QObject& receiver, const std::function<void()>& close);

} // namespace tscope
