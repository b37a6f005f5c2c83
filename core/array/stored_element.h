// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <optional>

namespace tscope {

// The element at a row-major position, if it is there. Of an array that reaches beyond its storage the elements
// inside can be looked at all the same. Any array and any position may be asked for.
std::optional<Element> storedElement(const Array& array, std::int64_t position);

} // namespace tscope
