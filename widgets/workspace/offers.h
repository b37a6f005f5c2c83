// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

namespace tscope {

// The other value of a tensor that mends it, or that takes its members for what they may be.
struct Offer {
    QString title;
    MakeChange make;
};

// What can be done about what was found, the best first.
std::vector<Offer> offersFor(const Report& report);

} // namespace tscope
