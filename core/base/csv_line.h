// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tscope {

// Appends a line of a table for spreadsheets (RFC 4180). A field that a spreadsheet would take for a formula
// begins with a blank.
void appendCsvLine(std::string& out, const std::vector<std::string>& fields);

} // namespace tscope
