// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <QPointF>

#include <vector>

namespace tscope {

// How much of a picture is seen, and where.
struct Framing {
    double zoom = 0;   // 0: the picture's own choice
    bool isFit = true; // the zoom is the picture's own choice, again in a window of another size
    QPointF origin = {};
    DimRoles roles = {};
    std::vector<double> leads = {}; // of its strips
};

} // namespace tscope
