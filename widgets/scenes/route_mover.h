// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/morph_routes.h"
#include "scenes/route_grid.h"

namespace tscope {

enum class RouteWait : std::uint8_t {
    none,
    parked,
    cleared, // away from the cell it ends in, where it was in the way of others
};

struct RouteMover {
    QSizeF size;
    QRectF from, to;
    std::vector<RouteStop> stops;
    RouteWait wait = RouteWait::none;
    bool isThere = false;
    std::optional<double> start = {}; // that it has to keep, from 0 to 1

    bool waitsForItsTurn() const { return !isThere && stops.size() == 1; }

    QRectF rest() const { return {stops.back().at, size}; } // once all planned moves are over
};

// Stops of a path that is gone at one speed within a time of 1.
std::vector<RouteStop> timed(const LanePath& path, double start);
// Whether two that move come over each other at `start` or later.
bool meetLater(const std::vector<RouteStop>& stops, const QSizeF& size, const RouteMover& other, double start);

// All moves, of which the last one ends at `end`, from 0 to 1. Starts are equally far apart, so that each can be
// told in its turn, or those that movers have to keep, in whose order they go; at one time everything is where it
// was at one time before.
std::vector<std::vector<RouteStop>> evenRoutes(const std::vector<RouteMover>& movers, double end);

} // namespace tscope
