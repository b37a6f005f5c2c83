// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/cost_map.h"
#include "charts/drawing.h"

namespace tscope::charts {

// The matrix in tiles, the darker the more, those without bytes left free; beside it what the colours mean.
Drawing drawCostMap(const CostMap& map, CostMeasure measure, const Look& look);
QString textOf(const CostMap& map, const CostTile& tile);

} // namespace tscope::charts
