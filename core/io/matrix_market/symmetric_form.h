// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/matrix_market/header.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tscope {

// How the tensor can be written as the file that it was opened from: the first entries only, as their mirrored
// ones follow, the lower triangle of an array, or without values.
struct MtxForm {
    std::string words; // of the first line
    MtxField field = MtxField::real;
    MtxSymmetry symmetry = MtxSymmetry::general;
    std::int64_t stored = 0; // entries to write, where they have coordinates
};

// By what the tensor claims of its file, if that still holds of every entry.
std::optional<MtxForm> symmetricForm(const Tensor& tensor);

} // namespace tscope
