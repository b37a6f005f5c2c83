// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/dice.h"

#include <string>

namespace tscope::mutations {

// Puts another value in the place of one in a JSON document, takes one out or doubles it, so that the text stays
// JSON. Returns false, and leaves the text as it is, where it is none, very deep or very long.
bool changeValue(std::string& text, Dice& dice);

} // namespace tscope::mutations
