// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/axis.h"

#include <optional>
#include <utility>

namespace tscope::charts {

// Rows with a text each, one below the other: spread where there is room, else as high as their text needs, and
// scrolled.
Axis rowAxis(std::size_t count, double height, double lineHeight, const std::optional<Range>& shown);
// Those of which something is seen: from the first to before the second.
std::pair<std::size_t, std::size_t> rowsSeen(const Axis& rows, std::size_t count);
// In which all of them have room.
double heightOfRows(std::size_t count, double lineHeight);

} // namespace tscope::charts
