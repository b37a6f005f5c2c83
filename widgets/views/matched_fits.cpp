// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/matched_fits.h"

#include <algorithm>

namespace tscope {

void matchFits(std::span<SceneView* const> views)
{
    double least = 0;
    std::size_t known = 0;
    for (const auto* view : views)
        if (const auto zoom = view->fitZoom(); zoom > 0)
            least = known++ == 0 ? zoom : std::min(least, zoom);
    for (auto* view : views)
        view->limitFit(known > 1 && view->fitZoom() > 0 ? least : 0);
}

} // namespace tscope
