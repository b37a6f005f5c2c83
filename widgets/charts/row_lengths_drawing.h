// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "charts/row_lengths.h"

namespace tscope::charts {

// The lengths from the longest row on, and beside it how many rows have which length. Items are the bins.
Drawing drawRowLengths(const RowLengths& lengths, const Look& look);
const std::vector<LengthBin>& binsOf(const RowLengths& lengths, bool isLog);
QString textOf(const LengthBin& bin, const RowLengths& lengths);

} // namespace tscope::charts
