// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/block_map.h"
#include "charts/drawing.h"

namespace tscope::charts {

// A cell for each size of blocks, the darker the more, with the least that the tensor can have framed; smaller
// where the tensor can't have it. Beside them what the colours mean.
Drawing drawBlockMap(const BlockMap& map, BlockMeasure measure, const Look& look);
QString textOf(const BlockMap& map, std::int64_t rows, std::int64_t columns);

} // namespace tscope::charts
