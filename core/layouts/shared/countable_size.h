// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"
#include "array/geometry.h"

#include <string_view>

namespace tscope {

// PyTorch multiplies sizes from the left, in 64 bits without a sign, and refuses those whose product leaves these
// bits, also where a later size is 0 and makes it 0. Sizes that are counted otherwise (negative ones, a product
// that is not 0 and too large) are other rules' business.
bool overflowsBeforeZero(const Extents& sizes);

// STR-1.6, 3.12, COO-3.8: an advisory, as the number of elements itself fits.
void countableBeforeZero(const Extents& sizes, RuleRun& run);
inline constexpr std::string_view countableBeforeZeroText =
    "sizes whose product is 0 stay within 64 bits when they are multiplied from the left";

} // namespace tscope
