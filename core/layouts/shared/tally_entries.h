// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "anatomy/tally.h"

namespace tscope {

// Counts what the layout's `entries` visits, one by one: right for every layout, and what its own, faster tally
// must agree with. Sees nothing outside the size. Fails when strides make far more elements than are stored.
Result<void> tallyEntries(const Tensor& tensor, const Binning& binning, const Watch& watch, Tally& out);

Error tallyStopped();

} // namespace tscope
