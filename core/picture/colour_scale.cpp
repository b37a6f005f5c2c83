// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tscope {

namespace {

// Nine stops along cividis (Nunez, Anderton, Renslow 2018), from yellow to blue.
constexpr std::array<Colour, 9> stops{{{253, 234, 69},
                                       {221, 203, 91},
                                       {188, 175, 111},
                                       {158, 149, 119},
                                       {126, 125, 120},
                                       {102, 105, 112},
                                       {77, 83, 107},
                                       {43, 66, 108},
                                       {0, 34, 78}}};

std::uint8_t between(std::uint8_t a, std::uint8_t b, double share)
{
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * share));
}

} // namespace

Colour cividisReversed(double at)
{
    const auto place = std::clamp(at, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto stop = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const auto share = place - static_cast<double>(stop);
    const auto &a = stops[stop], &b = stops[stop + 1];
    return {between(a.red, b.red, share), between(a.green, b.green, share), between(a.blue, b.blue, share)};
}

ColourScale::ColourScale(const Density& density)
{
    std::vector<double> filled;
    for (std::int64_t r = 0; r < density.binning.rows.count(); ++r)
        for (std::int64_t c = 0; c < density.binning.columns.count(); ++c)
            if (density.count(r, c) > 0)
                filled.push_back(density.density(r, c));
    if (filled.empty())
        return;
    m_lowest = *std::ranges::min_element(filled);
    const auto rank = (filled.size() * 99 + 99) / 100 - 1;
    const auto high = filled.begin() + static_cast<std::ptrdiff_t>(rank);
    std::ranges::nth_element(filled, high);
    m_highest = *high;
}

double ColourScale::at(double density) const
{
    if (density >= m_highest)
        return 1;
    if (density <= m_lowest)
        return floor;
    return floor + (1 - floor) * std::log(density / m_lowest) / std::log(m_highest / m_lowest);
}

} // namespace tscope
