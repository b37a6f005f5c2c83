// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/palette.h"

namespace tscope {

// Dark where the text of the desktop's own colours is lighter than their ground, else light.
Theme themeOf(const QPalette& desktop);

// As the desktop is now, as far as Qt learns of it.
Theme desktopTheme();
// At the start, before the window has colours of its own.
void noteDesktop();
// It has changed since.
void forgetNotedDesktop();

// The desktop's font, with its own size (0) or another one in points, for the whole program.
void setTextSize(int points);

} // namespace tscope
