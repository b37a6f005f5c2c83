// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace tscope {

// The paths that a text consists of, as people copy them from file managers and terminals: one a line or several,
// in quotes or with backslashes, from ~ on, as file:// addresses. Empty if any part of the text is something else.
// What could be a path or a number, such as a name alone, is a path if there is such a file. Asks the disk.
QStringList pathsIn(const QString& text);

} // namespace tscope
