// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace tscope {

// One line per rule of today's PyTorch that a made tensor breaks. Types may be chosen that a layout has rules
// against.
std::vector<std::string> brokenRules(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope
