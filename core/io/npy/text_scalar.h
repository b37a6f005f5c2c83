// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/npy/header.h"
#include "io/sink.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tscope {

// One text as a .npy file of no dims, which is how SciPy notes the format of a matrix.
bool isNpyText(const NpyHeader& header);
// As UTF-8. Precondition: isNpyText() of the header of this file.
Result<std::string> readNpyText(std::span<const std::byte> file, const NpyHeader& header);
void writeNpyText(std::string_view text, Sink& sink);

} // namespace tscope
