// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/rows.h"

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr double mostRow = 34; // pixels

double leastRow(double lineHeight)
{
    return lineHeight + 5;
}

} // namespace

Axis rowAxis(std::size_t count, double height, double lineHeight, const std::optional<Range>& shown)
{
    const auto rows = static_cast<double>(count);
    const auto least = leastRow(lineHeight);
    Axis axis;
    axis.isDown = true;
    axis.hasTicks = false;
    if (rows * least <= height) {
        axis.hold = Hold::all;
        axis.full = axis.shown = {0, std::max(rows, height / mostRow)};
        return axis;
    }
    axis.hold = Hold::length;
    axis.full = {0, rows};
    const auto seen = std::max(1.0, height / least);
    const auto low = Range{0, rows - seen}.nearest(shown.value_or(Range{}).low);
    axis.shown = {low, low + seen};
    return axis;
}

std::pair<std::size_t, std::size_t> rowsSeen(const Axis& rows, std::size_t count)
{
    return {static_cast<std::size_t>(std::max(0.0, std::floor(rows.shown.low))),
            std::min(count, static_cast<std::size_t>(std::ceil(rows.shown.high)))};
}

double heightOfRows(std::size_t count, double lineHeight)
{
    return static_cast<double>(count) * leastRow(lineHeight);
}

} // namespace tscope::charts
