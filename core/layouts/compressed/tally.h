// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "anatomy/tally.h"

namespace tscope::compressed {

Result<void> tally(const Tensor& tensor, const Binning& binning, const Watch& watch, Tally& out);
IndexOfSlots indexOfSlots(const Tensor& tensor);

} // namespace tscope::compressed
