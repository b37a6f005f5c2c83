// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

namespace tscope {

// The lines under a picture that leaves the window: the tensor's name, and a sentence for each mark of what is
// broken in sight. A reader of the file has no tool tips.
Scene pictureCaption(const QString& name, const Scene& picture, const TextSize& text);

} // namespace tscope
