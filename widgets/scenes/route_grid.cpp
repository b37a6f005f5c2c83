// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/route_grid.h"

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

// A time during which something holds.
struct TimeSpan {
    double begin = -endless, end = endless;

    void cut(const TimeSpan& other)
    {
        begin = std::max(begin, other.begin);
        end = std::min(end, other.end);
    }
};

// When a value that is `at` at time 0 and grows by `speed` lies between two bounds.
TimeSpan timesBetween(double at, double speed, double low, double high)
{
    if (speed == 0)
        return at > low && at < high ? TimeSpan{} : TimeSpan{endless, -endless};
    const auto first = (low - at) / speed, second = (high - at) / speed;
    return {std::min(first, second), std::max(first, second)};
}

} // namespace

double lengthOf(const LanePath& path)
{
    double length = 0;
    for (std::size_t i = 1; i < path.size(); ++i)
        length += std::hypot(path[i].x() - path[i - 1].x(), path[i].y() - path[i - 1].y());
    return length;
}

bool liesOver(const QRectF& a, const QRectF& b)
{
    const auto common = a & b;
    return common.width() > touching && common.height() > touching;
}

bool passesOver(const QPointF& begin, const QPointF& end, const QSizeF& size, const QRectF& rest)
{
    const auto by = end - begin;
    TimeSpan span{0, 1};
    span.cut(timesBetween(begin.x() - rest.x(), by.x(), touching - size.width(), rest.width() - touching));
    span.cut(timesBetween(begin.y() - rest.y(), by.y(), touching - size.height(), rest.height() - touching));
    return span.begin < span.end;
}

bool passesOver(const LanePath& path, const QSizeF& size, const QRectF& rest)
{
    for (std::size_t i = 1; i < path.size(); ++i)
        if (passesOver(path[i - 1], path[i], size, rest))
            return true;
    return false;
}

std::size_t RouteGrid::at(QPointF point) const
{
    const auto nearest = [](const std::vector<double>& all, double place) {
        const auto behind = std::ranges::lower_bound(all, place - touching);
        return static_cast<std::size_t>(std::min(behind, all.end() - 1) - all.begin());
    };
    return nearest(ys, point.y()) * xs.size() + nearest(xs, point.x());
}

void RouteGrid::add(QPointF point)
{
    xs.push_back(point.x());
    ys.push_back(point.y());
    std::ranges::sort(xs);
    std::ranges::sort(ys);
}

std::vector<std::size_t> RouteGrid::reachedFrom(QPointF begin, const QSizeF& size, std::span<const QRectF> resting,
                                                RouteBudget& budget) const
{
    std::vector<std::size_t> before(xs.size() * ys.size(), unreached);
    std::vector<std::size_t> queue{at(begin)};
    before[queue.front()] = queue.front();
    for (std::size_t done = 0; done < queue.size() && !budget.isSpent(); ++done) {
        budget.take(resting.size());
        const auto node = queue[done];
        const auto column = node % xs.size();
        const auto go = [&](std::size_t next) {
            const auto swept = QRectF(point(node), size).united(QRectF(point(next), size));
            if (before[next] != unreached ||
                std::ranges::any_of(resting, [&](const QRectF& rect) { return liesOver(swept, rect); }))
                return;
            before[next] = node;
            queue.push_back(next);
        };
        if (node >= xs.size())
            go(node - xs.size());
        if (node + xs.size() < before.size())
            go(node + xs.size());
        if (column > 0)
            go(node - 1);
        if (column + 1 < xs.size())
            go(node + 1);
    }
    return before;
}

LanePath RouteGrid::wayBack(const std::vector<std::size_t>& before, QPointF begin, QPointF end) const
{
    LanePath path{end};
    for (auto node = at(end); before[node] != node; node = before[node]) {
        if (before[node] == unreached)
            return {};
        path.push_back(point(before[node]));
    }
    path.back() = begin;
    std::ranges::reverse(path);
    return path;
}

} // namespace tscope
