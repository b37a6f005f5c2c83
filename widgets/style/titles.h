// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tscope {

// The title of a menu, an action or a field without the mark of its key: "&Open...", "打开(&O)...".
QString withoutKey(QString title);

} // namespace tscope
