// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tscope {

// Texts of a file have any length, and the time to lay out a line grows with the square of it. So many characters
// are shown of a name, of a line, and of a text of many lines.
inline constexpr qsizetype longestName = 300, longestLine = 4000, longestText = 200'000;

// The text, or its beginning and its end around an ellipsis if it is longer.
QString brief(const QString& text, qsizetype longest = longestName);

// The lines of a text, each no longer than is shown, as far as there is room for them.
QString briefLines(const QString& text);

} // namespace tscope
