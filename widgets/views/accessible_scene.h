// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tscope {

// Lets screen readers read the pictures: a view is a list of its cells, slots, bytes and brackets, each with its
// value and its place in words, and each can be found on the screen and selected. Nothing is made until a reader
// asks. To be called before the first view is made; later calls do nothing.
void makePicturesAccessible();

} // namespace tscope
