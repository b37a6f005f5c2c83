// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tscope {

// A written number in so many characters: whole, or rounded as people write and say it: "3.14", "-0.8", ".8",
// "77.8k", "-1.23M", "9.22e18", "(1.2+3j)"; where digits before the point have no room, to so many digits at
// least. Empty where there is no room for that, and of other texts.
QString cutNumber(const QString& text, int characters, int leastDigits = 2);

} // namespace tscope
