// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/rule.h"

#include <span>

namespace tscope {

// NST-1.1 .. NST-5.2 and STR-2.1 of members. NST-5.1 is no rule but a classification: isContiguousNested().
std::span<const Rule> nestedRules();

} // namespace tscope
