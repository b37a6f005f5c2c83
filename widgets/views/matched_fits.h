// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/scene_view.h"

#include <span>

namespace tscope {

// Fits views of one kind of picture at the smallest zoom of them, so that their cells or bytes line up. A view
// whose fit is not known yet, or that the user has zoomed, neither counts nor is limited.
void matchFits(std::span<SceneView* const> views);

} // namespace tscope
