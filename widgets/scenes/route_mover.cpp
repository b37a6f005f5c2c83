// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/route_mover.h"

#include <algorithm>
#include <cmath>

namespace tscope {

std::vector<RouteStop> timed(const LanePath& path, double start)
{
    const auto length = std::max(lengthOf(path), 1e-9);
    std::vector<RouteStop> stops{{start, path.front()}};
    double gone = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
        gone += std::hypot(path[i].x() - path[i - 1].x(), path[i].y() - path[i - 1].y());
        stops.push_back({i + 1 == path.size() ? start + 1 : start + gone / length, path[i]});
    }
    return stops;
}

QPointF placeAt(const std::vector<RouteStop>& stops, double time)
{
    const auto next = std::ranges::find_if(stops, [&](const RouteStop& stop) { return stop.time > time; });
    if (next == stops.begin())
        return stops.front().at;
    if (next == stops.end())
        return stops.back().at;
    const auto& before = *(next - 1);
    return before.at + (next->at - before.at) * ((time - before.time) / (next->time - before.time));
}

bool meetLater(const std::vector<RouteStop>& stops, const QSizeF& size, const RouteMover& other, double start)
{
    std::vector<double> times{start};
    for (const auto* each : {&stops, &other.stops})
        for (const auto& stop : *each)
            if (stop.time > start)
                times.push_back(stop.time);
    std::ranges::sort(times);
    for (std::size_t i = 1; i < times.size(); ++i) {
        const auto length = times[i] - times[i - 1];
        if (length <= 0)
            continue;
        const auto first = placeAt(stops, times[i - 1]) - placeAt(other.stops, times[i - 1]);
        const auto by = placeAt(stops, times[i]) - placeAt(other.stops, times[i]) - first;
        if (passesOver(first, first + by, size, QRectF(QPointF(0, 0), other.size)))
            return true;
    }
    return liesOver(QRectF(stops.back().at, size), other.rest());
}

std::vector<std::vector<RouteStop>> evenRoutes(const std::vector<RouteMover>& movers, double end)
{
    constexpr double lastStart = 0.85;
    std::vector<double> starts;
    for (const auto& mover : movers)
        if (mover.stops.size() > 1)
            starts.push_back(mover.stops[1].time);
    std::ranges::sort(starts);
    const auto even = [&](double time) {
        const auto next = std::ranges::upper_bound(starts, time);
        const auto last = *(next - 1);
        const auto gap = lastStart / static_cast<double>(starts.size());
        const auto begin = gap * static_cast<double>(next - starts.begin() - 1);
        return next == starts.end() ? begin + (1 - begin) * (time - last) / (end - last)
                                    : begin + gap * (time - last) / (*next - last);
    };
    std::vector<std::vector<RouteStop>> all;
    for (const auto& mover : movers) {
        auto& route = all.emplace_back();
        for (std::size_t i = 1; i < mover.stops.size(); ++i) {
            if (i > 1) // the speed changes with each start of another one
                for (const auto start : starts)
                    if (start > mover.stops[i - 1].time && start < mover.stops[i].time)
                        route.push_back({even(start), placeAt(mover.stops, start)});
            route.push_back({even(mover.stops[i].time), mover.stops[i].at});
        }
    }
    return all;
}

} // namespace tscope
