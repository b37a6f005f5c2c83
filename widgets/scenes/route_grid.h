// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/route_budget.h"

#include <QPointF>
#include <QRectF>

#include <limits>
#include <span>
#include <vector>

namespace tscope {

// The corners of a way of a cell, as places of its own top left corner.
using LanePath = std::vector<QPointF>;

inline constexpr double touching = 0.5; // pixels by which cells of one row may lie over each other
inline constexpr double endless = std::numeric_limits<double>::infinity();
inline constexpr auto unreached = std::numeric_limits<std::size_t>::max();

double lengthOf(const LanePath& path);
bool liesOver(const QRectF& a, const QRectF& b);
// Whether a cell on its way from `begin` to `end` comes over one that rests.
bool passesOver(const QPointF& begin, const QPointF& end, const QSizeF& size, const QRectF& rest);
bool passesOver(const LanePath& path, const QSizeF& size, const QRectF& rest);

// Places where a cell may be, and from which it goes on to the next one in each direction. Both are sorted.
struct RouteGrid {
    std::vector<double> xs, ys;

    std::size_t at(QPointF point) const;
    QPointF point(std::size_t node) const { return {xs[node % xs.size()], ys[node / xs.size()]}; }
    void add(QPointF point);
    // For each place the one before it on the way there, past what rests; `unreached`: there is no way. Each place
    // takes a step of the budget; once that is spent, further ones are not looked at.
    std::vector<std::size_t> reachedFrom(QPointF begin, const QSizeF& size, std::span<const QRectF> resting,
                                         RouteBudget& budget) const;
    // The path that was found from `begin`. Empty: there is none.
    LanePath wayBack(const std::vector<std::size_t>& before, QPointF begin, QPointF end) const;
};

} // namespace tscope
