// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace tscope::charts {

// Where an arrow key leads from an item of a grid that is read row by row; it stays at the edges. From none (-1):
// the first one. Precondition: there are items.
int nextInGrid(int item, Qt::Key arrow, int across, int down);

} // namespace tscope::charts
