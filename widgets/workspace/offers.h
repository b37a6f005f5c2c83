// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

namespace tscope {

// The other value of a tensor that repairs it, or that takes its members for what they may be.
struct Offer {
    std::string id;
    QString title;
    MakeChange make;
    std::optional<RepairOutcome> outcome; // nothing: not tried out yet
};

// The suggestions for a report and these repairs of it, the best first.
std::vector<Offer> offersFor(const Report& report, const std::vector<Repair>& repairs);

} // namespace tscope
