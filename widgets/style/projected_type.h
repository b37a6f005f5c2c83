// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

namespace tscope {

// How high the type of texts for a class is on a screen of this size, in pixels.
double projectedTypeHeight(QSize screen);
// The same for a font, on a screen of so many dots per inch.
double projectedPoints(QSize screen, double dotsPerInch);

} // namespace tscope
