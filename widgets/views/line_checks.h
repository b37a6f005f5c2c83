// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QListWidget;

namespace tscope {

// A click anywhere on a line that has a check box checks it or takes the check away, as on the box alone.
void checkByWholeLines(QListWidget& list);

} // namespace tscope
