// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/matrix.h"

namespace tscope {

// One matrix of a tensor, or in words why there is none. The text of the request is that of the matrix.
Scene matrixScene(const SceneRequest& request, Result<Matrix> matrix, const Watch& watch);

} // namespace tscope
