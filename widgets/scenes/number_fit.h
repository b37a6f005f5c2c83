// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tscope {

// A written number in so many characters: whole, or without the digits that an ellipsis stands for: "3.14…",
// ".3…", "-9.2…e18", "(1.2…+3j)". Its digits are never rounded to others, so what is there is true. Of digits
// times a power of ten so many decimals at least are kept. Empty where there is no room for that, and of other
// texts.
QString cutNumber(const QString& text, int characters, int leastDecimals = 1);

} // namespace tscope
