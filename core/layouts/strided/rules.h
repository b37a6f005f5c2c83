// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"

#include <span>

namespace tscope {

// All rules of a strided tensor, in the order in which findings are shown.
std::span<const Rule> stridedRules();

} // namespace tscope
