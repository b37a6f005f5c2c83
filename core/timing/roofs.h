// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <limits>

namespace tscope::timing {

// The operations per byte between which a measured limit is drawn: beyond, another limit of the device is lower.
struct RoofSpan {
    double from = 0, to = std::numeric_limits<double>::infinity();
};

// Of a rate of bytes: up to where computing is the limit. Of a rate of operations: from where even the fastest
// cache is not.
RoofSpan spanOfByteRate(double byteRate, const Limits& limits);
RoofSpan spanOfFlopRate(double flopRate, const Limits& limits);

} // namespace tscope::timing
