// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/image.h"

#include <string>

namespace tscope {

// The bytes of a PNG file: 8 bits each of red, green and blue.
std::string pngOf(const Image& image);

} // namespace tscope
