// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope {

// A matrix as spreadsheets, numpy.savetxt and people write it: one row a line, numbers apart by blanks, tabs,
// commas or semicolons ("1 2; 3 4" on one line, too). Returns it as nested lists in which each row keeps its line;
// one line is a list. Lines that begin with "#" are comments. Any other text is returned as it is.
std::string withRowsInBrackets(std::string text);

} // namespace tscope
