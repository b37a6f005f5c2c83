// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <string>

namespace tscope::bench {

// The compressed tensor of a workload: "uniform-1e7", "stencil5-1e7", ... Made once; it goes when another is asked
// for, to stay within small machines.
const Tensor& tensorNamed(const std::string& name, ElementType index, std::int64_t block = 0);

// The same for coo: `rows` rows and columns with nine entries each, sorted; or with every entry wrong.
const Tensor& cooTensor(std::int64_t rows, bool isClean);

} // namespace tscope::bench
