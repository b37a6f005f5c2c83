// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tscope {

// Lets assistive technology read pictures: each view is a list of what is drawn in it, cells, slots, bytes and
// brackets, each with its value and its place in words, which can be pointed at and selected. Called once before
// the first view is shown; nothing is made until something asks.
void makePicturesAccessible();

} // namespace tscope
