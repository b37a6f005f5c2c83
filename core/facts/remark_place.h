// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <optional>
#include <string_view>

namespace tscope {

// Where what a remark (by its id) speaks of is found: the next place after `from`, and round to the first again;
// nothing for remarks on the tensor as a whole. Looked for when somebody wants to go there, which may take a
// while.
std::optional<Slots> remarkPlace(const Tensor& tensor, std::string_view remark, const std::optional<Slots>& from,
                                 const Watch& watch = {});

} // namespace tscope
