// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/image.h"

#include <optional>
#include <string>

namespace tscope::test {

// Reads a PNG of 8 bits each of red, green and blue, without filters: what ours are. Nothing when it is none, or
// when a length or a checksum is wrong.
std::optional<Image> readPng(const std::string& file);

} // namespace tscope::test
