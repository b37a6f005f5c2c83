// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/matrix.h"

#include <QString>

namespace tscope {

// What the picture of rows and columns is headed with, in so many characters: the shape; of more than two dims,
// which of the matrices in the tensor this is, as one would write it: "[1, :, :] of (2, 2, 3)". Where there is
// little room the shape is what stays: the other dims can also be read where they are chosen.
QString logicalCaption(const Matrix& matrix, int room);

} // namespace tscope
