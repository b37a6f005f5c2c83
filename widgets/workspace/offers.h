// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

namespace tscope {

// The other value of a tensor that mends it, or that takes its members for what they may be.
struct Offer {
    std::string id;
    QString title;
    MakeChange make;
    std::optional<RepairOutcome> outcome; // nothing: not tried out yet
};

// What can be done about what was found, the best first: readings that leave nothing broken, then these repairs of
// it and the other readings, each before the first repair that leaves more places.
std::vector<Offer> offersFor(const Report& report, const std::vector<Repair>& repairs);

} // namespace tscope
