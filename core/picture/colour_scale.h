// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/density.h"

#include <array>
#include <cstdint>

namespace tscope {

struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0;

    bool operator==(const Colour&) const = default;
};

// From 0, pale, to 1, dark: cividis turned round, which reads the same to the colour-blind and in grey.
Colour cividisReversed(double at);

// How dark a bin is: by the logarithm of its density, from the lowest that is not empty to the one that 99 % of
// the bins with entries do not exceed; what is denser is as dark. The palest is still far from white, so that a
// single entry is seen; where all densities are the same, all bins are dark.
class ColourScale
{
public:
    explicit ColourScale(const Density& density);

    static constexpr double floor = 0.35;
    static constexpr Colour empty{255, 255, 255};

    double lowest() const { return m_lowest; } // density; 0 where there are no entries
    double highest() const { return m_highest; }
    // Where a density lies between floor and 1. Precondition: > 0.
    double at(double density) const;
    Colour of(double density) const { return density > 0 ? cividisReversed(at(density)) : empty; }

private:
    double m_lowest = 0, m_highest = 0;
};

} // namespace tscope
