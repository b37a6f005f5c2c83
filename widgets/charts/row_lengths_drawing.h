// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "charts/row_lengths.h"

namespace tscope::charts {

// The lengths from the longest row on, and beside it how many rows have which length. Items are the bins.
Drawing drawRowLengths(const timing::RowSpread& lengths, const Look& look);
const std::vector<timing::LengthBin>& binsOf(const timing::RowSpread& lengths, bool isLog);
QString textOf(const timing::LengthBin& bin, const timing::RowSpread& lengths);

} // namespace tscope::charts
