// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "charts/roofline.h"

namespace tscope::charts {

// Points below what was measured to be possible, and beside them a legend with their numbers.
Drawing drawRoofline(const Roofline& roofline, const Look& look);
// All that is known of a point, in lines.
QString textOf(const RoofPoint& point);

} // namespace tscope::charts
