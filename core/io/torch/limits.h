// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tscope {

// Bounds on what is listed of one file, also where the file consists of several that were saved one by one. A
// pickle names one value as often as it likes, so that a small file could fill the memory with places.
inline constexpr std::size_t torchTensorLimit = 200'000;
inline constexpr std::size_t torchOtherLimit = 10'000; // values beside the tensors
inline constexpr std::size_t torchNameBytesLimit = std::size_t{32} << 20;

} // namespace tscope
