// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "anatomy/tally.h"

namespace tscope {

// Every element of a strided tensor is stored; those that are not zero count. NaN is not zero, -0.0 is.
Result<void> tallyStrided(const Tensor& tensor, const Binning& binning, const Watch& watch, Tally& out);

} // namespace tscope
