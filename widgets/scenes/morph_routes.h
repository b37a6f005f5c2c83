// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/route_budget.h"

#include <QRectF>

#include <optional>
#include <span>
#include <vector>

namespace tscope {

// Where a travelling cell has its top left corner at a time from 0 to 1; straight on between two stops.
struct RouteStop {
    double time = 0;
    QPointF at;
};

// Before the first stop a cell is there already, after the last one it stays there.
QPointF placeAt(const std::vector<RouteStop>& stops, double time);

struct Journey {
    QRectF from, to;
    std::optional<double> start = {}; // where the order of all is known; else they set out as there is room
};

// More cells than this travel straight: nobody follows each of them.
inline constexpr std::size_t mostRouted = 250;
bool areRouted(std::span<const Journey> journeys);

// A route for each journey, on which no two cells lie over each other: those that would meet go one after the
// other, and those that would cross take lanes above and below the rows. Journeys to the same cell may meet, as
// they become one. Lanes lie within `frame` and cross as little of `avoided` as they can. Starts follow the order
// of the journeys as far as the cells they go to are free; those with a start of their own keep it. Journeys that
// end where they begin have empty routes.
// Cells that are not routed, or for which the budget is not enough, go straight over others, one starting after
// the other.
std::vector<std::vector<RouteStop>> routesOf(std::span<const Journey> journeys, const QRectF& frame,
                                             std::span<const QRectF> avoided, RouteBudget& budget);

} // namespace tscope
