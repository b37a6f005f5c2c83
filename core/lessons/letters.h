// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope {

// Texts of lessons, whatever bytes they hold: letters and digits are those of ASCII.
bool isNameStart(char c);                        // a letter or an underscore
bool isNamePart(char c);                         // or a digit
std::string_view trimmed(std::string_view text); // without blanks around it
std::string lowered(std::string_view text);

} // namespace tscope
