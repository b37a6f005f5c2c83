// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/compressed/scan/scan.h"

namespace tscope::compressed {

// Makes the totals of a table from its units.
void addUp(const ScanInput& input, ScanTable& table);

} // namespace tscope::compressed
