// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <functional>
#include <optional>

namespace tscope {

// What the colours of a picture stand for, in its upper right corner: on a ground of its own, a strip of them
// between what its ends mean.
struct ColourLegend {
    Raster raster;
    std::vector<Label> labels;
};
struct LegendWords {
    QString low, high;
    std::function<QImage(int width)> strip;
};
// Nothing where there is no room behind the first `taken` pixels; where there is little, only the high end is
// named.
std::optional<ColourLegend> colourLegend(LegendWords words, double taken, const SceneRequest& request);

} // namespace tscope
