// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/morph_routes.h"

#include "scenes/route_grid.h"
#include "scenes/route_mover.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tscope {

namespace {

constexpr double laneGap = 3;              // pixels between a lane and the row beside it
constexpr double startGap = 0.25;          // between two starts; a move takes 1
constexpr std::size_t mostLanesTried = 16; // of those beside one row that are tried

class RoutePlanner
{
public:
    RoutePlanner(std::span<const Journey> journeys, const QRectF& frame, std::span<const QRectF> avoided)
        : m_frame(frame), m_avoided(avoided)
    {
        for (const auto& journey : journeys) {
            RouteMover mover{journey.from.size().boundedTo(journey.to.size()), journey.from, journey.to, {}};
            mover.stops.push_back({0, journey.from.topLeft()});
            mover.isThere = journey.from == journey.to;
            m_movers.push_back(std::move(mover));
        }
        findLanes();
    }

    void plan(const Watch& watch)
    {
        using enum RouteWait;
        while (!watch.isStopped() &&
               (arrive(parked) || arrive(none) || park() || clear() || arrive(cleared) || arrive(parked, true) ||
                arrive(none, true) || arrive(cleared, true) || force())) {
        }
    }

    std::vector<std::vector<RouteStop>> routes() const { return evenRoutes(m_movers, m_end); }

private:
    // Lanes above and below each row of cells, one over the other, and columns at both sides of all cells. The
    // grid is coarser: the places of the cells and what is around all of them.
    void findLanes()
    {
        std::vector<double> tops;
        double left = m_frame.right(), right = m_frame.left(), width = 0;
        for (const auto& mover : m_movers) {
            m_height = std::max(m_height, mover.size.height());
            width = std::max(width, mover.size.width());
            for (const auto& rect : {mover.from, mover.to}) {
                tops.push_back(rect.top());
                m_grid.xs.push_back(rect.left());
                m_grid.ys.push_back(rect.top());
                left = std::min(left, rect.left());
                right = std::max(right, rect.right());
            }
        }
        for (auto x = right + laneGap; x + width <= m_frame.right(); x += width + laneGap)
            m_columns.push_back(x);
        if (left - laneGap - width >= m_frame.left())
            m_columns.push_back(left - laneGap - width);
        if (m_movers.empty())
            return;
        const auto step = m_height + laneGap;
        const auto [top, bottom] = std::ranges::minmax(tops);
        for (const auto y : {top - step, bottom + step})
            if (y >= m_frame.top() && y + m_height <= m_frame.bottom())
                m_grid.ys.push_back(y);
        if (!m_columns.empty()) {
            m_grid.xs.push_back(m_columns.front());
            m_grid.xs.push_back(m_columns.back());
        }
        for (const auto each : m_grid.ys)
            for (std::size_t k = 1; k <= mostLanesTried; ++k)
                for (const auto lane :
                     {each - step * static_cast<double>(k), each + step * static_cast<double>(k)})
                    if (lane >= m_frame.top() && lane + m_height <= m_frame.bottom())
                        m_lanes.push_back(lane);
        distinct(m_lanes, 2);
        distinct(m_grid.xs, touching);
        distinct(m_grid.ys, touching);
    }
    static void distinct(std::vector<double>& places, double apart)
    {
        std::ranges::sort(places);
        const auto same = std::ranges::unique(places, [&](double a, double b) { return b - a < apart; });
        places.erase(same.begin(), same.end());
    }

    // The lanes next to a cell, the nearest first.
    std::vector<double> lanesBeside(const QRectF& from, const QRectF& to) const
    {
        auto lanes = m_lanes;
        std::ranges::sort(lanes, {}, [&](double y) { return std::abs(y - from.y()) + std::abs(y - to.y()); });
        if (lanes.size() > mostLanesTried)
            lanes.resize(mostLanesTried);
        return lanes;
    }

    // One move more of any that has a free cell to go to: those that wait beside theirs go first.
    bool arrive(RouteWait wait, bool mayEnclose = false)
    {
        for (auto& mover : m_movers)
            if (!mover.isThere && mover.wait == wait && isFree(mover, mover.to) &&
                (mayEnclose || !encloses(mover)) && move(mover, mover.to.topLeft())) {
                mover.isThere = true;
                return true;
            }
        return false;
    }

    // Where all cells to go to are taken, one makes room and waits.
    bool park()
    {
        return std::ranges::any_of(m_movers, [this](RouteMover& mover) {
            return !mover.isThere && mover.wait == RouteWait::none && park(mover, RouteWait::parked);
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
            if (!park(*mover, RouteWait::cleared))
                return false;
            mover->isThere = false;
            return true;
        });
    }

    // Beside the cell it goes to if it can.
    bool park(RouteMover& mover, RouteWait wait)
    {
        std::vector<std::pair<double, QPointF>> places; // by what they cost
        const auto consider = [&](double x, double y) {
            const QRectF rect(QPointF(x, y), mover.size);
            const bool isOwn = wait == RouteWait::cleared && liesOver(rect, mover.to);
            if (m_frame.contains(rect) && !isOwn && isFree(mover, rect) && !isWanted(mover, rect))
                places.emplace_back(std::hypot(x - mover.to.x(), y - mover.to.y()) / m_height +
                                        crossed({rect.topLeft(), rect.topLeft()}, mover.size),
                                    rect.topLeft());
        };
        auto rows = lanesBeside(mover.from, mover.to);
        rows.insert(rows.end(), m_grid.ys.begin(), m_grid.ys.end());
        for (const auto y : rows) {
            consider(mover.to.x(), y);
            for (const auto x : m_columns)
                consider(x, y);
            if (m_grid.xs.size() <= mostLanesTried)
                for (const auto x : m_grid.xs)
                    consider(x, y);
        }
        std::ranges::stable_sort(places, {}, &std::pair<double, QPointF>::first);
        for (const auto& [cost, at] : places)
            if (move(mover, at)) {
                mover.wait = wait;
                return true;
            }
        return false;
    }

    // There is no room at all: one goes straight over others.
    bool force()
    {
        for (auto& mover : m_movers)
            if (!mover.isThere) {
                go(mover, timed({mover.stops.back().at, mover.to.topLeft()}, m_end));
                return mover.isThere = true;
            }
        return false;
    }

    bool isFree(const RouteMover& mover, const QRectF& rect) const
    {
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

    // All that come over nothing that rests.
    std::vector<LanePath> pathsTo(const RouteMover& mover, QPointF end) const
    {
        std::vector<LanePath> paths;
        const auto begin = mover.stops.back().at;
        const auto offer = [&](LanePath path) {
            if (std::ranges::none_of(m_movers, [&](const RouteMover& other) {
                    return &other != &mover && !isOneWith(mover, other) &&
                           passesOver(path, mover.size, other.rest());
                }))
                paths.push_back(std::move(path));
        };
        offer({begin, end});
        const QRectF from(begin, mover.size), to(end, mover.size);
        for (const auto y : lanesBeside(from, to))
            offer({begin, {begin.x(), y}, {end.x(), y}, end});
        for (const auto x : m_columns)
            offer({begin, {x, begin.y()}, {x, end.y()}, end});
        if (paths.empty())
            if (auto path = wayThrough(mover, end); !path.empty())
                paths.push_back(std::move(path));
        return paths;
    }

    // A path between cells that rest, with any number of turns. Empty: there is none.
    LanePath wayThrough(const RouteMover& mover, QPointF end) const
    {
        auto grid = m_grid;
        const auto begin = mover.stops.back().at;
        for (const auto& point : {begin, end}) {
            grid.xs.push_back(point.x());
            grid.ys.push_back(point.y());
        }
        std::ranges::sort(grid.xs);
        std::ranges::sort(grid.ys);
        std::vector<QRectF> resting;
        for (const auto& other : m_movers)
            if (&other != &mover && !isOneWith(mover, other))
                resting.push_back(other.rest());
        return grid.path(begin, end, mover.size, resting);
    }

    // Whether the cell, once there, would shut in the place of another one that is to come.
    bool encloses(const RouteMover& mover) const
    {
        std::vector<QRectF> there;
        std::vector<double> rows;
        for (const auto& other : m_movers) {
            if (other.isThere)
                there.push_back(other.to);
            rows.push_back(other.to.top());
        }
        distinct(rows, touching);
        if (rows.size() <= 1) // each place is open above or below
            return false;
        const QPointF outside(m_grid.xs.back(), m_grid.ys.back());
        const auto before = m_grid.reachedFrom(outside, mover.size, there);
        there.push_back(mover.to);
        const auto after = m_grid.reachedFrom(outside, mover.size, there);
        return std::ranges::any_of(m_movers, [&](const RouteMover& other) {
            const auto place = m_grid.at(other.to.topLeft());
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
    bool move(RouteMover& mover, QPointF end)
    {
        std::vector<RouteStop> best;
        double least = endless;
        for (const auto& path : pathsTo(mover, end)) {
            const auto cost = crossed(path, mover.size) + lengthOf(path) / (m_height * 40);
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

    bool meets(const RouteMover& mover, const std::vector<RouteStop>& stops) const
    {
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
    std::vector<RouteMover> m_movers;
    std::vector<double> m_lanes, m_columns; // tops of the ones, lefts of the others
    RouteGrid m_grid;
    double m_height = 1;           // of the highest cell
    double m_start = 0, m_end = 0; // of the next move at the earliest, and of the last one
};

} // namespace

std::vector<std::vector<RouteStop>> routesOf(std::span<const Journey> journeys, const QRectF& frame,
                                             std::span<const QRectF> avoided, const Watch& watch)
{
    const auto moving = std::ranges::count_if(journeys, [](const Journey& each) { return each.from != each.to; });
    if (static_cast<std::size_t>(moving) > mostRouted) {
        std::vector<std::vector<RouteStop>> straight;
        for (const auto& each : journeys)
            straight.push_back(each.from == each.to
                                   ? std::vector<RouteStop>()
                                   : std::vector<RouteStop>{{0, each.from.topLeft()}, {1, each.to.topLeft()}});
        return straight;
    }
    RoutePlanner planner(journeys, frame, avoided);
    planner.plan(watch);
    return planner.routes();
}

} // namespace tscope
