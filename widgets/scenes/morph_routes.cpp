// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/morph_routes.h"

#include "scenes/route_lanes.h"

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

constexpr double startGap = 0.25; // between two starts; a move takes 1

bool travels(const Journey& journey)
{
    return journey.from != journey.to;
}

std::vector<RouteMover> moversOf(std::span<const Journey> journeys)
{
    std::vector<RouteMover> movers;
    for (const auto& journey : journeys) {
        RouteMover mover{journey.from.size().boundedTo(journey.to.size()), journey.from, journey.to, {}};
        mover.start = journey.start;
        mover.stops.push_back({0, journey.from.topLeft()});
        mover.isThere = !travels(journey);
        movers.push_back(std::move(mover));
    }
    return movers;
}

// Nobody looks where they go; one starts after the other.
std::vector<std::vector<RouteStop>> straightRoutes(std::span<const Journey> journeys)
{
    constexpr double lastStart = 0.85;
    const auto gap =
        lastStart / static_cast<double>(std::max<std::ptrdiff_t>(std::ranges::count_if(journeys, travels), 1));
    std::vector<std::vector<RouteStop>> routes;
    double start = 0;
    for (const auto& each : journeys) {
        auto& route = routes.emplace_back();
        if (!travels(each))
            continue;
        const auto own = each.start.value_or(start);
        route = {{own, each.from.topLeft()}, {std::min(own + 1 - lastStart, 1.0), each.to.topLeft()}};
        start += gap;
    }
    return routes;
}

class RoutePlanner
{
public:
    RoutePlanner(std::span<const Journey> journeys, const QRectF& frame, std::span<const QRectF> avoided,
                 RouteBudget& budget)
        : m_frame(frame), m_avoided(avoided), m_budget(budget), m_movers(moversOf(journeys)),
          m_lanes(m_movers, frame)
    {
    }

    // Whether the budget was enough.
    bool plan()
    {
        using enum RouteWait;
        while (!m_budget.isSpent() &&
               (arrive(parked) || arrive(none) || park() || clear() || arrive(cleared) || arrive(parked, true) ||
                arrive(none, true) || arrive(cleared, true) || force())) {
        }
        return !m_budget.isSpent();
    }

    std::vector<std::vector<RouteStop>> routes() const { return evenRoutes(m_movers, m_end); }

private:
    // Of those that have to keep a start one sets out after the other.
    bool mayMove(const RouteMover& mover) const
    {
        return !mover.start || !mover.waitsForItsTurn() ||
               std::ranges::none_of(m_movers, [&](const RouteMover& other) {
                   return other.start && other.waitsForItsTurn() && *other.start < *mover.start;
               });
    }

    // One move more of any that has a free cell to go to: those that wait beside theirs go first.
    bool arrive(RouteWait wait, bool mayEnclose = false)
    {
        for (auto& mover : m_movers)
            if (!m_budget.isSpent() && !mover.isThere && mover.wait == wait && mayMove(mover) &&
                isFree(mover, mover.to) && (mayEnclose || !encloses(mover)) && move(mover, mover.to.topLeft())) {
                mover.isThere = true;
                return true;
            }
        return false;
    }

    // Where all cells to go to are taken, one makes room and waits.
    bool park()
    {
        return std::ranges::any_of(m_movers, [this](RouteMover& mover) {
            return !m_budget.isSpent() && !mover.isThere && mover.wait == RouteWait::none && mayMove(mover) &&
                   park(mover, RouteWait::parked);
        });
    }

    // One that is shut in gets out when another one goes aside, each once at most.
    bool clear()
    {
        const auto shut = std::ranges::find_if(
            m_movers, [](const RouteMover& mover) { return !mover.isThere && mover.wait != RouteWait::cleared; });
        if (shut == m_movers.end())
            return false;
        std::vector<RouteMover*> near;
        for (auto& mover : m_movers)
            if (mover.isThere && mover.wait != RouteWait::cleared)
                near.push_back(&mover);
        const auto far = [](const QRectF& a, const QRectF& b) {
            return (a.center() - b.center()).manhattanLength();
        };
        std::ranges::sort(near, {}, [&](const RouteMover* mover) {
            return std::min(far(mover->rest(), shut->rest()), far(mover->rest(), shut->to));
        });
        return std::ranges::any_of(near, [this](RouteMover* mover) {
            if (m_budget.isSpent() || !park(*mover, RouteWait::cleared))
                return false;
            mover->isThere = false;
            return true;
        });
    }

    // Beside the cell it goes to if it can.
    bool park(RouteMover& mover, RouteWait wait)
    {
        const auto begin = mover.stops.back().at;
        auto rows = m_lanes.beside(mover.from, mover.to);
        rows.insert(rows.end(), m_lanes.grid.ys.begin(), m_lanes.grid.ys.end());
        auto grid = m_lanes.grid;
        grid.xs.insert(grid.xs.end(), m_lanes.columns.begin(), m_lanes.columns.end());
        grid.ys.insert(grid.ys.end(), rows.begin(), rows.end());
        grid.add(begin);
        // Only places to which there is a way are looked at: many cells have none, others hundreds.
        const auto before = grid.reachedFrom(begin, mover.size, restingBeside(mover), m_budget);
        std::vector<std::pair<double, QPointF>> places; // by what they cost
        const auto consider = [&](double x, double y) {
            const QRectF rect(QPointF(x, y), mover.size);
            const bool isOwn = wait == RouteWait::cleared && liesOver(rect, mover.to);
            if (before[grid.at(rect.topLeft())] != unreached && m_frame.contains(rect) && !isOwn &&
                isFree(mover, rect) && !isWanted(mover, rect))
                places.emplace_back(std::hypot(x - mover.to.x(), y - mover.to.y()) / m_lanes.height +
                                        crossed({rect.topLeft(), rect.topLeft()}, mover.size),
                                    rect.topLeft());
        };
        for (const auto y : rows) {
            consider(mover.to.x(), y);
            for (const auto x : m_lanes.columns)
                consider(x, y);
            if (m_lanes.grid.xs.size() <= mostLanesTried)
                for (const auto x : m_lanes.grid.xs)
                    consider(x, y);
        }
        std::ranges::stable_sort(places, {}, &std::pair<double, QPointF>::first);
        for (const auto& [cost, at] : places) {
            if (m_budget.isSpent())
                return false;
            if (move(mover, at, grid.wayBack(before, begin, at))) {
                mover.wait = wait;
                return true;
            }
        }
        return false;
    }

    // There is no room at all: one goes straight over others.
    bool force()
    {
        for (auto& mover : m_movers)
            if (!mover.isThere && mayMove(mover)) {
                go(mover, timed({mover.stops.back().at, mover.to.topLeft()}, m_end));
                return mover.isThere = true;
            }
        return false;
    }

    bool isFree(const RouteMover& mover, const QRectF& rect)
    {
        m_budget.take(m_movers.size());
        return std::ranges::none_of(m_movers, [&](const RouteMover& other) {
            return &other != &mover && !isOneWith(mover, other) && liesOver(rect, other.rest());
        });
    }
    // Whether one that is to go yet would end there.
    bool isWanted(const RouteMover& mover, const QRectF& rect) const
    {
        return std::ranges::any_of(m_movers, [&](const RouteMover& other) {
            return &other != &mover && !other.isThere && liesOver(rect, other.to);
        });
    }
    // Duplicates that were added up end in one cell.
    static bool isOneWith(const RouteMover& a, const RouteMover& b) { return a.to == b.to; }

    std::vector<QRectF> restingBeside(const RouteMover& mover) const
    {
        std::vector<QRectF> resting;
        for (const auto& other : m_movers)
            if (&other != &mover && !isOneWith(mover, other))
                resting.push_back(other.rest());
        return resting;
    }

    // All that come over nothing that rests; if these are none, the way that was found between them.
    std::vector<LanePath> pathsTo(const RouteMover& mover, QPointF end, LanePath found)
    {
        std::vector<LanePath> paths;
        const auto begin = mover.stops.back().at;
        const auto offer = [&](LanePath path) {
            m_budget.take(m_movers.size());
            if (std::ranges::none_of(m_movers, [&](const RouteMover& other) {
                    return &other != &mover && !isOneWith(mover, other) &&
                           passesOver(path, mover.size, other.rest());
                }))
                paths.push_back(std::move(path));
        };
        offer({begin, end});
        const QRectF from(begin, mover.size), to(end, mover.size);
        for (const auto y : m_lanes.beside(from, to))
            offer({begin, {begin.x(), y}, {end.x(), y}, end});
        for (const auto x : m_lanes.columns)
            offer({begin, {x, begin.y()}, {x, end.y()}, end});
        if (paths.empty() && found.empty())
            found = wayThrough(mover, end);
        if (paths.empty() && !found.empty())
            paths.push_back(std::move(found));
        return paths;
    }

    // A path between cells that rest, with any number of turns. Empty: there is none.
    LanePath wayThrough(const RouteMover& mover, QPointF end)
    {
        auto grid = m_lanes.grid;
        const auto begin = mover.stops.back().at;
        grid.add(begin);
        grid.add(end);
        return grid.wayBack(grid.reachedFrom(begin, mover.size, restingBeside(mover), m_budget), begin, end);
    }

    // Whether the cell, once there, would shut in the place of another one that is to come.
    bool encloses(const RouteMover& mover)
    {
        std::vector<QRectF> there;
        std::vector<double> rows;
        for (const auto& other : m_movers) {
            if (other.isThere)
                there.push_back(other.to);
            rows.push_back(other.to.top());
        }
        leaveDistinct(rows, touching);
        if (rows.size() <= 1) // each place is open above or below
            return false;
        const QPointF outside(m_lanes.grid.xs.back(), m_lanes.grid.ys.back());
        const auto before = m_lanes.grid.reachedFrom(outside, mover.size, there, m_budget);
        there.push_back(mover.to);
        const auto after = m_lanes.grid.reachedFrom(outside, mover.size, there, m_budget);
        return std::ranges::any_of(m_movers, [&](const RouteMover& other) {
            const auto place = m_lanes.grid.at(other.to.topLeft());
            return !other.isThere && !isOneWith(mover, other) && before[place] != unreached &&
                   after[place] == unreached;
        });
    }

    // What a path costs for what lies below it.
    double crossed(const LanePath& path, const QSizeF& size) const
    {
        constexpr std::ptrdiff_t most = 10;
        const auto count = std::ranges::count_if(m_avoided, [&](const QRectF& rect) {
            return passesOver(path, size, rect) || liesOver(QRectF(path.back(), size), rect);
        });
        return 0.3 * static_cast<double>(std::min(count, most));
    }

    // The path that is best for its start and for what it crosses.
    bool move(RouteMover& mover, QPointF end, LanePath found = {})
    {
        std::vector<RouteStop> best;
        double least = endless;
        for (const auto& path : pathsTo(mover, end, std::move(found))) {
            const auto cost = crossed(path, mover.size) + lengthOf(path) / (m_lanes.height * 40);
            for (auto start = m_start; start + cost < least; start += startGap) {
                start = std::min(start, m_end); // by then all others rest
                auto stops = timed(path, start);
                if (start < m_end && meets(mover, stops))
                    continue;
                least = start + cost;
                best = std::move(stops);
                break;
            }
        }
        if (best.empty())
            return false;
        go(mover, best);
        return true;
    }

    bool meets(const RouteMover& mover, const std::vector<RouteStop>& stops)
    {
        m_budget.take(m_movers.size());
        const auto start = stops.front().time;
        return start < mover.stops.back().time || std::ranges::any_of(m_movers, [&](const RouteMover& other) {
                   return &other != &mover && !isOneWith(mover, other) && other.stops.back().time > start &&
                          meetLater(stops, mover.size, other, start);
               });
    }

    void go(RouteMover& mover, const std::vector<RouteStop>& stops)
    {
        mover.stops.insert(mover.stops.end(), stops.begin(), stops.end());
        m_start = stops.front().time + startGap;
        m_end = std::max(m_end, stops.back().time);
    }

    QRectF m_frame;
    std::span<const QRectF> m_avoided;
    RouteBudget& m_budget;
    std::vector<RouteMover> m_movers;
    RouteLanes m_lanes;
    double m_start = 0, m_end = 0; // of the next move at the earliest, and of the last one
};

} // namespace

bool areRouted(std::span<const Journey> journeys)
{
    return static_cast<std::size_t>(std::ranges::count_if(journeys, travels)) <= mostRouted;
}

std::vector<std::vector<RouteStop>> routesOf(std::span<const Journey> journeys, const QRectF& frame,
                                             std::span<const QRectF> avoided, RouteBudget& budget)
{
    if (areRouted(journeys)) {
        RoutePlanner planner(journeys, frame, avoided, budget);
        if (planner.plan())
            return planner.routes();
    }
    return straightRoutes(journeys);
}

} // namespace tscope
