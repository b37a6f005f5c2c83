// SPDX-License-Identifier: Apache-2.0
#include "timing/report/heat.h"

#include "picture/colour_scale.h"
#include "timing/report/svg.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

std::size_t heatShade(double share)
{
    const auto clamped = std::isnan(share) ? 0 : std::clamp(share, 0.0, 1.0);
    return static_cast<std::size_t>(std::lround(clamped * (heatShades - 1)));
}

std::string heatStyle(std::size_t shade)
{
    return "h" + std::to_string(shade);
}

std::string heatLegend()
{
    constexpr double width = 8, height = 12;
    Svg svg(width * heatShades, height, "from little to much");
    for (std::size_t shade = 0; shade < heatShades; ++shade)
        svg.rect(static_cast<double>(shade) * width, 0, width, height, heatStyle(shade));
    return std::move(svg).markup();
}

std::string heatStyleSheet()
{
    std::string out;
    for (std::size_t shade = 0; shade < heatShades; ++shade) {
        const auto colour = cividisReversed(static_cast<double>(shade) / (heatShades - 1));
        out += '.' + heatStyle(shade) + "{fill:rgb(" + std::to_string(colour.red) + ',' +
               std::to_string(colour.green) + ',' + std::to_string(colour.blue) + ")}\n";
    }
    return out;
}

} // namespace tscope::timing
