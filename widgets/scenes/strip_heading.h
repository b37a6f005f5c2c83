// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/strips.h"

#include <QStringList>

namespace tscope {

// What stands over the strip of a member, in as many lines of so many characters as it takes; one line where
// nothing is known of the room.
QStringList stripHeading(const Tensor& tensor, const StripShape& shape, int characters);

} // namespace tscope
