// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <string>

namespace tscope {

// "; 17 * 4 B = byte 68": the byte of its storage at which an element begins. Empty for an element outside the
// storage and for a type of unknown size.
std::string byteAddressText(const Array& array, const Wide& element);

} // namespace tscope
