// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/morph.h"

#include <string>

namespace tscope {

// A sentence on one number that both tensors store: its value, where it was, where it goes, and the steps by which
// a reader of the result finds it there. Precondition: the piece is of a morph of these two, and travels.
std::string movementLine(const Tensor& source, const Tensor& result, const MorphPiece& piece);

} // namespace tscope
