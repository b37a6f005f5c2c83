// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <optional>

namespace tscope {

// What the colours of a density stand for, in the upper right corner of its picture: on a ground of its own, with
// the entries a cell of the palest and of the most striking colour.
struct DensityLegend {
    Raster raster;
    std::vector<Label> labels;
};
// Nothing where there are no entries, or no room behind the first `taken` pixels.
std::optional<DensityLegend> densityLegend(double lowest, double highest, double taken,
                                           const SceneRequest& request);

} // namespace tscope
