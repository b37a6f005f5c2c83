// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/morph.h"

#include <string>

namespace tscope {

struct MorphNames {
    std::string source = {}, result = {};
};

// A sentence on one number that both tensors store: its value, where it was and where it goes, and a second one
// with the steps by which a reader of the result finds it there. It begins without a capital. Where the layouts
// are the same, the names tell the two apart. Precondition: the piece is of a morph of these two, and travels.
std::string movementLine(const Tensor& source, const Tensor& result, const MorphPiece& piece,
                         const MorphNames& names = {});

} // namespace tscope
