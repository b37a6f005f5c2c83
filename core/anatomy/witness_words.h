// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"

namespace tscope {

// One field for people: "expected 5"; what kind of fault it is says itself: "too many".
std::string wordsOf(const WitnessField& field);

} // namespace tscope
