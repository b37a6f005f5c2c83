// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "tensor/tensor.h"

#include <string>

namespace tscope {

// A text that two values made of one tensor have in common when they are equal: the same size, claims and members
// with the same elements, wherever these are stored. Reads members that were rewritten and no others.
std::string valueKey(const Tensor& original, const Tensor& made, const Watch& watch = {});

} // namespace tscope
