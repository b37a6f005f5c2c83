// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <QString>

#include <memory>

namespace tscope {

// A sample as a scene to be painted at a scale, with what was read for it.
struct SampleScene {
    TensorPtr tensor; // null where the sample can't be read
    ReportPtr report;
    std::shared_ptr<const Scene> scene;
    double scale = 1;
};

// The first tensor of a file, read and checked unless the request has one already, drawn to fit the request's
// size. Scenes keep their text legible rather than fit: what is too large is painted somewhat smaller.
SampleScene sampleScene(const QString& path, const PictureSpec& picture, SceneRequest request, const Watch& watch);

} // namespace tscope
