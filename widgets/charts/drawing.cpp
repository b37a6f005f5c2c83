// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/drawing.h"

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

// Where a value lies between the ends; what a scale of logarithms has no place for lies far below.
double shareOf(const Axis& axis, double value)
{
    if (!axis.isLog)
        return (value - axis.shown.low) / axis.shown.length();
    if (value <= 0)
        return -10;
    return std::log(value / axis.shown.low) / std::log(axis.shown.high / axis.shown.low);
}

double valueAt(const Axis& axis, double share)
{
    if (!axis.isLog)
        return axis.shown.low + share * axis.shown.length();
    return axis.shown.low * std::pow(axis.shown.high / axis.shown.low, share);
}

} // namespace

double Field::toX(double value) const
{
    return rect.left() + std::clamp(shareOf(x, value), -1000.0, 1000.0) * rect.width();
}

double Field::toY(double value) const
{
    const auto share = std::clamp(shareOf(y, value), -1000.0, 1000.0);
    return y.isDown ? rect.top() + share * rect.height() : rect.bottom() - share * rect.height();
}

double Field::fromX(double pixels) const
{
    return valueAt(x, (pixels - rect.left()) / rect.width());
}

double Field::fromY(double pixels) const
{
    const auto share = (pixels - rect.top()) / rect.height();
    return valueAt(y, y.isDown ? share : 1 - share);
}

} // namespace tscope::charts
