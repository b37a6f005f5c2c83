// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"
#include "views/scene_painter.h"

#include <QRectF>

class QPainter;

namespace tscope {

// Where the whole number of a spot is written over it and its neighbours, within `sight`; empty where the spot
// itself has room for it.
QRectF exactNumberRect(const Spot& spot, const TextSize& text, const QRectF& sight);

void paintExactNumber(QPainter& painter, const Spot& spot, const QRectF& rect, Ink outline, const Palette& palette,
                      const QFont& font);

} // namespace tscope
