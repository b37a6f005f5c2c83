// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>

#include <cmath>

namespace tscope {

inline bool fitsInto(const QSizeF& content, const QSizeF& window)
{
    return content.width() <= window.width() && content.height() <= window.height();
}

// The largest zoom from `smallest` to `largest` at which a picture fits, to a thousandth; `smallest` where it fits
// at none. `fits` holds up to some zoom and no further.
template <class Fits>
double largestFittingZoom(double smallest, double largest, Fits&& fits)
{
    if (fits(largest))
        return largest;
    constexpr double precision = 1.001;
    while (largest > smallest * precision) {
        const auto middle = std::sqrt(smallest * largest);
        (fits(middle) ? smallest : largest) = middle;
    }
    return smallest;
}

} // namespace tscope
