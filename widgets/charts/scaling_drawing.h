// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "charts/scaling.h"

namespace tscope::charts {

// A line for each form, and dotted the one that it would be if each thread did its share, or each column took as
// long as those of the first point. Items are the points.
Drawing drawScaling(const Scaling& scaling, const Look& look);
// All that is known of a point, in lines of text.
QString textOf(const Scaling& scaling, const Scaling::Point& point);

} // namespace tscope::charts
