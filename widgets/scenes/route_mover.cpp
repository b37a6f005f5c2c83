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

namespace {

struct KnownTime {
    double planned = 0, shown = 0;
};

// The starts and the end, in order.
std::vector<KnownTime> knownTimes(const std::vector<RouteMover>& movers, const std::vector<double>& starts,
                                  double end)
{
    constexpr double lastStart = 0.85;
    std::vector<KnownTime> known;
    for (const auto& mover : movers)
        if (mover.start && mover.stops.size() > 1 && mover.from != mover.to)
            known.push_back({mover.stops[1].time, *mover.start});
    if (known.empty())
        for (const auto start : starts)
            known.push_back(
                {start, lastStart * static_cast<double>(known.size()) / static_cast<double>(starts.size())});
    std::ranges::sort(known, {}, &KnownTime::planned);
    if (known.empty() || known.front().planned > 0)
        known.insert(known.begin(), KnownTime{});
    known.push_back({end, 1});
    return known;
}

} // namespace

std::vector<std::vector<RouteStop>> evenRoutes(const std::vector<RouteMover>& movers, double end)
{
    std::vector<double> starts;
    for (const auto& mover : movers)
        if (mover.stops.size() > 1)
            starts.push_back(mover.stops[1].time);
    std::ranges::sort(starts);
    const auto known = knownTimes(movers, starts, end);
    const auto even = [&](double time) {
        const auto next = std::ranges::upper_bound(known, time, {}, &KnownTime::planned);
        if (next == known.begin())
            return known.front().shown;
        if (next == known.end())
            return known.back().shown;
        const auto& before = *(next - 1);
        return before.shown +
               (next->shown - before.shown) * (time - before.planned) / (next->planned - before.planned);
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
