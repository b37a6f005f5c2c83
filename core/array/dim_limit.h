// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tscope {

// Dims that a file or a chain of views may give an array, as PyTorch limits them.
inline constexpr std::size_t dimLimit = 64;

} // namespace tscope
