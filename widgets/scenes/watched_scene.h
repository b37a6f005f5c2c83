// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/watched.h"
#include "scenes/scene.h"

namespace tscope {

// The arrays of an algorithm after so many of its steps, one strip below the other in so many columns: what the
// last step read is framed, what it wrote is filled. Strips wrap at the width of their column.
Scene watchedScene(const Watched& watched, std::size_t steps, double width, const TextSize& text, int columns = 1);

// How wide a column has to be for no strip to wrap.
double widestStrip(const Watched& watched, const TextSize& text);

} // namespace tscope
