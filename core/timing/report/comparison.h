// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>

namespace tscope::timing {

// Two sessions that a report compares.
struct SessionPair {
    const Session& before;
    const Session& after;
    std::string titleBefore, titleAfter;
};

// The part of a report on what became of each cell, as HTML.
std::string comparisonPart(const SessionPair& pair);

} // namespace tscope::timing
