// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontDatabase>

namespace tscope {

// The system's font of equally wide letters, for a widget, which has it at the text size of the window.
inline QFont fixedFont()
{
    QFont font; // asks for nothing: a widget takes from it what is set here
    font.setFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
    font.setStyleHint(QFont::Monospace);
    return font;
}

} // namespace tscope
