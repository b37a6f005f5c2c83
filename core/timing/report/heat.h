// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope::timing {

// Shades from little, pale, to much, dark.
inline constexpr std::size_t heatShades = 24;

std::size_t heatShade(double share); // of a share between 0 and 1
std::string heatStyle(std::size_t shade);
std::string heatLegend();     // all shades in a row
std::string heatStyleSheet(); // which a page has once

} // namespace tscope::timing
