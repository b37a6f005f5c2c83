// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/strips.h"

namespace tscope {

// How many rows of brackets lie over a member: none where nothing opens anything in it, one, and another one for
// what falls or reaches outside. Of thousands only the first are asked; of the others the report tells.
int bracketRows(const SceneRequest& request, const Member& member);

// What pointers or offsets open in a member, over its strip from one entry to another: brackets one after the
// other in two tints, ticks for what is empty. In the row above and in the ink of errors what reaches outside, as
// far as there are slots and open at that end; as a tick what falls or lies all outside. With the handles of their
// edges.
void drawBrackets(const SceneRequest& request, const Watch& watch, const Strip& strip, std::int64_t first,
                  std::int64_t last, Scene& scene);

} // namespace tscope
