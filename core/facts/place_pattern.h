// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "rules/places.h"
#include "tensor/tensor.h"

#include <string>

namespace tscope {

// Fewer places than that are read one by one.
inline constexpr std::int64_t fewestOfPattern = 8;

// Where many places lie, in words: "rows 100 to 40099, all of them", "every second row from 0 to 79998". Empty
// where there are few, too many to look at each, or they lie in no such order.
std::string placePattern(const Tensor& tensor, const Finding& finding, Places& places);

} // namespace tscope
