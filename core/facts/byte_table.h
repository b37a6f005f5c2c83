// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/telling.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope {

// What one array takes in each of two tensors, in bytes.
struct ByteRow {
    std::string array;                // "crow_indices / ccol_indices" where the two call it differently
    std::optional<std::int64_t> a, b; // nothing: it has no such array, or one too large to count
    bool isTotal = false;
};

// Arrays of one role stand in one row, and so do the values of both; the last row is the sum.
std::vector<ByteRow> byteTable(const Tensor& a, const Tensor& b);
std::string byteCell(const std::optional<std::int64_t>& bytes);

Telling tellBytes(const std::vector<ByteRow>& rows);

} // namespace tscope
