// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

namespace tscope {

// How much of a picture is hidden while somebody is asked what it would tell.
enum class Covering : std::uint8_t {
    none,
    relations, // what is elsewhere: addresses, and what lies beside it in other arrays
    numbers,   // and what stands in cells and slots
};

// The picture without that, and where `hidesBroken` without what reaches outside. Cells and slots can be pointed
// at all the same, and are told by their place alone. A grip that stays has a stub in place of its bracket.
Scene covered(Scene scene, Covering covering, bool hidesBroken);

} // namespace tscope
