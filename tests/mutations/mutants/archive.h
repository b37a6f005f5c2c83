// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/dice.h"

#include <functional>
#include <string>

namespace tscope::mutations {

// Changes what one entry of a zip archive, or a gzip stream, holds, and writes the file anew with sums and lengths
// that fit. Returns false, and leaves the bytes as they are, where there is no such entry or `change` returns
// false.
bool changeInside(std::string& bytes, Dice& dice, const std::function<bool(std::string& payload)>& change);

} // namespace tscope::mutations
