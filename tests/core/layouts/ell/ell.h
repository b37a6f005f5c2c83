// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

// ELLPACK: every row stores the same number of (column, value) pairs; what a row does not need is padded with
// column -1. Not one of the house's layouts: it stands here to show that one folder and one line add it.
const tscope::Layout& ellLayout();
