// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

namespace tscope {

Scene logicalScene(const SceneRequest& request, const Watch& watch);
double wholeLogicalZoom(const SceneRequest& request);
double legibleLogicalZoom(const SceneRequest& request);
QSizeF logicalSize(const SceneRequest& request);
QRectF rectInLogical(const SceneRequest& request, const Place& place);

} // namespace tscope
