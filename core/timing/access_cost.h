// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/median.h"

namespace tscope::timing {

// Nanoseconds to read one attribute of an array in the first-level cache: at its fixed place, and through a
// virtual call to a class that is always the same, which the processor predicts.
struct AccessCost {
    Median fixedPlace, virtualCall;
    int rounds = 0;
};
// Takes some milliseconds. The two ways take turns, so that a change of the clock rate reaches both.
AccessCost measureAccess(int rounds = 31);

} // namespace tscope::timing
