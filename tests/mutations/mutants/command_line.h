// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/dice.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::mutations {

using Words = std::vector<std::string>;

// A line for each command line, its words divided by single spaces; '#' begins a comment.
std::vector<Words> commandLinesIn(std::string_view text);

// One of them with words dropped, doubled, taken from others, glued, and numbers that are none or too large. No
// word of it names a place outside the folder that the command runs in.
Words mutatedCommandLine(std::span<const Words> lines, Dice& dice);

bool staysInFolder(const std::string& word);

} // namespace tscope::mutations
