// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace tscope {

// What an edit has made of a tensor, a sentence for each member and for the size: "indptr[700]: 14805 becomes
// 14838", "data: 42,000 numbers become 41,998, from data[17345] on". Takes a look at each number; what is stopped
// says less.
std::vector<std::string> memberChanges(const Tensor& before, const Tensor& after, const Watch& watch = {});

} // namespace tscope
