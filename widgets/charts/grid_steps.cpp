// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/grid_steps.h"

#include <algorithm>

namespace tscope::charts {

int nextInGrid(int item, Qt::Key arrow, int across, int down)
{
    if (item < 0)
        return 0;
    const auto step = [](int at, int by, int count) { return std::clamp(at + by, 0, count - 1); };
    const int right = arrow == Qt::Key_Right ? 1 : arrow == Qt::Key_Left ? -1 : 0;
    const int below = arrow == Qt::Key_Down ? 1 : arrow == Qt::Key_Up ? -1 : 0;
    return step(item / across, below, down) * across + step(item % across, right, across);
}

} // namespace tscope::charts
