// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace tscope {

// The entries of a list that a user typed, apart by commas, semicolons or spaces: "1, 8 64;256". What an entry has
// to be is checked where the plan is made.
std::vector<std::string> typedEntries(const QString& text);
// The same, after "k =" where that was pasted along with the numbers.
std::vector<std::string> typedColumns(QString text);
QString listText(const std::vector<std::string>& entries); // "1, 8, 64"

} // namespace tscope
