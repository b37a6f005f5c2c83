// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tscope {

// A field of a table for spreadsheets (RFC 4180), in quotes where it has to be. Text that a spreadsheet would take
// for a formula begins with a blank: names in a file may be made to run one. Negative numbers stay as they are.
std::string csvField(std::string text);

// Appends a line of such fields.
void appendCsvLine(std::string& out, const std::vector<std::string>& fields);

} // namespace tscope
