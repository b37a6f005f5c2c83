// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/densities.h"
#include "charts/drawing.h"

namespace tscope::charts {

// A line for each form, the density of the tensor as it was given, and where the order of the lines turns. Items
// are the points.
Drawing drawDensities(const Densities& densities, const Look& look);
// All that is known of a point, in lines of text.
QString textOf(const Densities& densities, const Densities::Point& point);

} // namespace tscope::charts
