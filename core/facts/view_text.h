// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/storage_overlap.h"
#include "tensor/tensor.h"

#include <span>
#include <string>

namespace tscope {

// "the second is a view of the same storage: first.t()": no letter that could be the name of one of the two. The
// call is found by geometry alone: a permutation of the dims, or the transpose of a compressed tensor; of other
// views the sentence names none. Empty: no value is known to belong to both. `overlaps`: of the two.
std::string viewText(const Tensor& a, const Tensor& b, std::span<const StorageOverlap> overlaps);

} // namespace tscope
