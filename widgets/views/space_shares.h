// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace tscope {

// How long a part of a splitter should be: from where its numbers can be read to where it would grow no further.
struct SpaceNeed {
    double least = 0, most = 0;
    double whenTooLong = 0.45; // the share of what has no room in any case
    bool isScrolled = false;   // strips can be scrolled, a map in too little room can't be read
};

// Where there is not enough for all that is stacked in this length, strips give way.
void giveWay(double length, std::span<SpaceNeed> stacked);

// Divides a length: each part gets its least, and a share of the rest by how much more it can use. What is left
// beyond the use of all is shared in proportion.
std::vector<double> divided(double length, std::span<const SpaceNeed> needs);

} // namespace tscope
