// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace tscope {

// How large text is, taken once on the thread that owns fonts: scenes use a font in which all digits, and all of
// ASCII, are equally wide.
struct TextSize {
    double advance = 8; // of one character of notes and headings
    double line = 16;
    double smallAdvance = 7; // the same of small text
    double smallLine = 13;
    double valueScale = 1; // numbers in cells and slots, relative to the user's text size
    double otherScale = 1; // all other text; already in the four sizes above

    double valueAdvance() const { return advance / otherScale * valueScale; }
    double valueLine() const { return line / otherScale * valueScale; }

    // How much thicker lines, and larger marks, are than beside text as a screen usually has it.
    double strokeScale() const
    {
        constexpr double usualLine = 20; // pixels; cells that are enlarged have up to 1.6 of it
        return std::max(1.0, std::floor(line / usualLine));
    }

    // The text beside cells or slots that are enlarged by this factor. Numbers grow with their cells; what is
    // written around them grows less, as its room does not grow.
    TextSize enlarged(double factor) const
    {
        constexpr double mostValue = 4, mostOther = 1.6;
        const auto value = std::clamp(factor, 1.0, mostValue);
        const auto other = std::min(std::sqrt(value), mostOther);
        return {advance * other, line * other, smallAdvance * other, smallLine * other, value, other};
    }
};

} // namespace tscope
