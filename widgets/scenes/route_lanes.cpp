// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/route_lanes.h"

#include <algorithm>
#include <cmath>

namespace tscope {

RouteLanes::RouteLanes(std::span<const RouteMover> movers, const QRectF& frame)
{
    std::vector<double> tops;
    double left = frame.right(), right = frame.left(), width = 0;
    for (const auto& mover : movers) {
        height = std::max(height, mover.size.height());
        width = std::max(width, mover.size.width());
        for (const auto& rect : {mover.from, mover.to}) {
            tops.push_back(rect.top());
            grid.xs.push_back(rect.left());
            grid.ys.push_back(rect.top());
            left = std::min(left, rect.left());
            right = std::max(right, rect.right());
        }
    }
    for (auto x = right + laneGap; x + width <= frame.right(); x += width + laneGap)
        columns.push_back(x);
    if (left - laneGap - width >= frame.left())
        columns.push_back(left - laneGap - width);
    if (movers.empty())
        return;
    const auto step = height + laneGap;
    const auto [top, bottom] = std::ranges::minmax(tops);
    for (const auto y : {top - step, bottom + step})
        if (y >= frame.top() && y + height <= frame.bottom())
            grid.ys.push_back(y);
    if (!columns.empty()) {
        grid.xs.push_back(columns.front());
        grid.xs.push_back(columns.back());
    }
    for (const auto each : grid.ys)
        for (std::size_t k = 1; k <= mostLanesTried; ++k)
            for (const auto lane : {each - step * static_cast<double>(k), each + step * static_cast<double>(k)})
                if (lane >= frame.top() && lane + height <= frame.bottom())
                    rows.push_back(lane);
    leaveDistinct(rows, 2);
    leaveDistinct(grid.xs, touching);
    leaveDistinct(grid.ys, touching);
}

std::vector<double> RouteLanes::beside(const QRectF& from, const QRectF& to) const
{
    auto lanes = rows;
    std::ranges::sort(lanes, {}, [&](double y) { return std::abs(y - from.y()) + std::abs(y - to.y()); });
    if (lanes.size() > mostLanesTried)
        lanes.resize(mostLanesTried);
    return lanes;
}

void leaveDistinct(std::vector<double>& places, double apart)
{
    std::ranges::sort(places);
    const auto same = std::ranges::unique(places, [&](double a, double b) { return b - a < apart; });
    places.erase(same.begin(), same.end());
}

} // namespace tscope
