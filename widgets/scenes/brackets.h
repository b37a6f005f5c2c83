// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/strips.h"

namespace tscope {

// The rows of brackets over a member. Of thousands only the first are asked; whether others are broken the report
// tells, and others that open nothing are ticks without a name.
BandRows bracketRows(const SceneRequest& request, const Member& member);

// What pointers or offsets open in a member, over its strip from one entry to another: brackets one after the
// other in two tints, and above them a tick with a name for each place where slices are empty. In the top row and
// in the ink of errors what reaches outside, as far as there are slots and open at that end; as a tick what falls
// or lies all outside. With the handles of their edges.
void drawBrackets(const SceneRequest& request, const Watch& watch, const Strip& strip, std::int64_t first,
                  std::int64_t last, Scene& scene);

} // namespace tscope
