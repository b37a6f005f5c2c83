// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/compressed/scan/scan.h"

namespace tscope::compressed {

// Fills the units of a table, all of which have their places, with what a device counts. False where it does not.
bool countOnDevice(const ScanInput& input, ScanTable& table, ScanDevice& device, const Watch& watch);

} // namespace tscope::compressed
