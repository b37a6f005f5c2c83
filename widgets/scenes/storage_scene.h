// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

namespace tscope {

Scene storageScene(const SceneRequest& request, const Watch& watch);
double firstStorageZoom(const SceneRequest& request);
double wholeStorageZoom(const SceneRequest& request);
double legibleElementWidth(const SceneRequest& request);
QSizeF storageSize(const SceneRequest& request);
QRectF rectInStorage(const SceneRequest& request, const Place& place);
std::vector<double> leadsInStorage(const SceneRequest& request, const std::vector<Place>& places);

} // namespace tscope
