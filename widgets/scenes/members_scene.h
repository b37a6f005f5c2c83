// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

namespace tscope {

Scene membersScene(const SceneRequest& request, const Watch& watch);
double firstMembersZoom(const SceneRequest& request);
double wholeMembersZoom(const SceneRequest& request);
QSizeF membersSize(const SceneRequest& request);
QRectF rectInMembers(const SceneRequest& request, const Place& place);
std::vector<double> leadsInMembers(const SceneRequest& request, const std::vector<Place>& places);

} // namespace tscope
