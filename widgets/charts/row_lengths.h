// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/table.h"
#include "timing/row_spread.h"

namespace tscope::charts {

Table tableOf(const timing::RowSpread& lengths);

} // namespace tscope::charts
