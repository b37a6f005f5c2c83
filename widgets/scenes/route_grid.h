// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    // For each place the one before it on the way there, past what rests; `unreached`: there is no way.
    std::vector<std::size_t> reachedFrom(QPointF begin, const QSizeF& size, std::span<const QRectF> resting) const;
    // Empty: there is none.
    LanePath path(QPointF begin, QPointF end, const QSizeF& size, std::span<const QRectF> resting) const;
};

} // namespace tscope
