// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/space_shares.h"

#include <algorithm>

namespace tscope {

void giveWay(double length, std::span<SpaceNeed> stacked)
{
    constexpr double leastOfStrips = 0.4; // of the length
    double firm = 0, scrolled = 0;
    for (const auto& need : stacked)
        (need.isScrolled ? scrolled : firm) += need.least;
    if (firm + scrolled <= length || scrolled <= 0)
        return;
    const auto factor = std::min(1.0, std::max(length - firm, length * leastOfStrips) / scrolled);
    for (auto& need : stacked)
        if (need.isScrolled)
            need.least *= factor;
}

std::vector<double> divided(double length, std::span<const SpaceNeed> needs)
{
    std::vector<SpaceNeed> parts(needs.begin(), needs.end());
    double asked = 0, leasts = 0, rests = 0, mosts = 0;
    for (const auto& part : parts)
        asked += part.least;
    for (auto& part : parts) {
        constexpr double tooLong = 0.67; // of the length
        if (asked > length && part.least > length * tooLong)
            part.least = length * part.whenTooLong;
        part.most = std::clamp(part.most, part.least, std::max(part.least, length));
        leasts += part.least;
        rests += part.most - part.least;
        mosts += part.most;
    }
    const auto left = length - leasts;
    std::vector<double> lengths;
    for (const auto& [least, most, whenTooLong, isScrolled] : parts)
        lengths.push_back(leasts <= 0             ? 0
                          : left > rests          ? length * most / mosts
                          : left > 0 && rests > 0 ? least + left * (most - least) / rests
                                                  : length * least / leasts);
    return lengths;
}

} // namespace tscope
