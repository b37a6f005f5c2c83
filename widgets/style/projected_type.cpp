// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/projected_type.h"

#include <algorithm>

namespace tscope {

// The height of an x is about half of the type. On a screen 1.5 m high that is 2 cm, seen from 6 m under 12
// minutes of arc, twice what good eyes need.
double projectedTypeHeight(QSize screen)
{
    constexpr double ofHeight = 36, ofWidth = 52;
    return std::min(screen.height() / ofHeight, screen.width() / ofWidth);
}

double projectedPoints(QSize screen, double dotsPerInch)
{
    constexpr double pointsPerInch = 72;
    return projectedTypeHeight(screen) * pointsPerInch / dotsPerInch;
}

} // namespace tscope
