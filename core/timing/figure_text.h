// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>

namespace tscope::timing {

// Fewer samples than this have no 95 % interval of their median: their ends are the least and the greatest.
inline constexpr std::size_t samplesForInterval = 6;

// "1.20 µs (1.15-1.31)". Without such an interval "34.5 ms (33.1-36.0 in 3 samples)" or "34.5 ms (measured once)".
// Precondition: there is a sample.
std::string timeAndInterval(const Figure& figure);

} // namespace tscope::timing
