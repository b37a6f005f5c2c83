// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace tscope {

struct NamedTensor {
    std::string name; // "" for the lone tensor of an input
    Tensor tensor;
};

// What one input held: its tensors, unproven, and what its reader wants to be known.
struct Document {
    std::vector<NamedTensor> tensors;
    std::vector<std::string> warnings;
};

} // namespace tscope
