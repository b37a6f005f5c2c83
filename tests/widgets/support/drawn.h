// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"
#include "widgets/support/scene_audit.h"

#include <algorithm>

namespace tscope::test {

// What is drawn of a scene, without the empty ground around it and the room that a short text leaves.
inline QRectF drawn(const Scene& scene)
{
    QRectF all;
    for (const auto& box : scene.boxes)
        if (box.fill != Ink::canvas)
            all |= box.rect;
    for (const auto& raster : scene.rasters)
        all |= raster.rect;
    for (const auto& label : scene.labels)
        all |= textRect(label, scene.text);
    return all & QRectF(QPointF(0, 0), scene.size);
}

// The larger of the shares of width and height that the drawing covers.
inline double covered(const Scene& scene)
{
    const auto all = drawn(scene);
    return std::max(all.width() / scene.size.width(), all.height() / scene.size.height());
}

} // namespace tscope::test
