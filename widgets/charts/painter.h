// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "style/palette.h"

class QPainter;

namespace tscope::charts {

// What is in and beside the fields of a drawing, all but their axes. Each thing is cut to its field here, as not
// every format that a picture is written in can do so.
void paint(QPainter& painter, const Drawing& drawing, const Palette& palette, const QFont& font);
// With the ground and the axes, as they are seen on a surface: pictures are drawn where no widget can be.
void paintAll(QPainter& painter, const Drawing& drawing, const Palette& palette, const QFont& font);

} // namespace tscope::charts
