// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <cstddef>
#include <functional>
#include <span>

namespace tscope {

// Hands out the elements of an array in row-major order and packed, in runs of whole elements and up to some MiB,
// so that an array of any strides is written without a second one in memory. What lies so already is not copied.
// `take` says whether it wants more. Precondition: the array is readable.
void forPackedRuns(const Array& array, const std::function<bool(std::span<const std::byte>)>& take);

} // namespace tscope
