// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"

#include <span>

namespace tscope {

// JAG-1.1 .. JAG-6.2 and STR-2.1 of members.
std::span<const Rule> jaggedRules();

} // namespace tscope
