// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/document.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The orders of elements that a format can store.
enum class KeptOrder : std::uint8_t {
    rowMajor,
    rowOrColumnMajor,
    any, // and strides, offsets, shared storages and requires_grad
};

// The losses when a document is written in such a format: strides and offsets, sharing of storages, requires_grad.
// One line with a count for each. `file` is what the lines call the file: "a .npy file".
std::vector<std::string> lostPlacement(const Document& document, KeptOrder kept, std::string_view file);

} // namespace tscope
