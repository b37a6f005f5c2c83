// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "anatomy/tally.h"

namespace tscope {

Result<void> tallyCoo(const Tensor& tensor, const Binning& binning, const Watch& watch, Tally& out);
IndexOfSlots indexOfSlotsOfCoo(const Tensor& tensor);

} // namespace tscope
