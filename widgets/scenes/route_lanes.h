// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/route_mover.h"

namespace tscope {

inline constexpr double laneGap = 3;              // pixels between a lane and the row beside it
inline constexpr std::size_t mostLanesTried = 16; // of those beside one row that are tried

// Lanes above and below each row of cells, one over the other, and columns at both sides of all cells. The grid is
// coarser: the places of the cells and what is around all of them.
struct RouteLanes {
    RouteLanes(std::span<const RouteMover> movers, const QRectF& frame);

    // The lanes next to a cell, the nearest first.
    std::vector<double> beside(const QRectF& from, const QRectF& to) const;

    std::vector<double> rows, columns; // tops of the ones, lefts of the others
    RouteGrid grid;
    double height = 1; // of the highest cell
};

// Sorts them and leaves one where several are nearly the same.
void leaveDistinct(std::vector<double>& places, double apart);

} // namespace tscope
