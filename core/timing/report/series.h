// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// Okabe and Ito's colours, each with a pattern and a dash of its own, so that none is told by colour alone. Beyond
// them they begin anew.
inline constexpr std::size_t seriesCount = 7;

std::string fillStyle(std::size_t series);   // of areas
std::string strokeStyle(std::size_t series); // of lines

// Which is which, below a picture.
struct LegendEntry {
    std::string style; // fillStyle or strokeStyle
    std::string text;
};
std::string legend(const std::vector<LegendEntry>& entries);

// What a page has once: how everything looks, and the patterns.
std::string_view styleSheet();
std::string patternDefinitions();

} // namespace tscope::timing
