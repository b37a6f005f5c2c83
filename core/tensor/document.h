// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

struct NamedTensor {
    std::string name; // "" for the lone tensor of an input
    Tensor tensor;
};

// Something beside the tensors, as text: a number of a checkpoint, an object of a class nobody here knows.
struct NamedText {
    std::string name, text;
};

// What one input held: its tensors, unproven, what its reader wants to be known, and what else lay in it. The
// names of both are paths in the input, such as "optimizer.state.0.exp_avg".
struct Document {
    std::vector<NamedTensor> tensors;
    std::vector<std::string> warnings;
    std::vector<NamedText> others = {};
    // Counts of parts in none of these lists, lost if the document replaces its input; warnings name them:
    // tensors left out because the input is damaged there, and sound parts that can't be held as a tensor.
    std::int64_t unread = 0;
    std::int64_t leftOut = 0;
    std::string partly = {}; // how much of a damaged input was read: "2 of 6 entries"; empty: all, or not known
};

} // namespace tscope
