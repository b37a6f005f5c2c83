// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/palette.h"

#include <QString>

namespace tscope {

// A style sheet for that theme: thumbs of scroll bars and boxes to tick that are seen. Fusion draws outlines
// darker than the window: on black they can't be seen, so high contrast gets lines around fields too, and a grey
// for what is disabled.
QString outlinesFor(Theme theme);

} // namespace tscope
