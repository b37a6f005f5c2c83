// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <span>

namespace tscope {

// The gradient of the same lookup of rows in two ways. The extension is an operation of its own with its own rule,
// whose gradient is sparse. The wrapper can only call operations that exist: it multiplies by a matrix with a one
// in each row, and the gradient is that of a product, dense.
struct EmbeddingGradients {
    Tensor ofExtension, ofWrapper;
    std::int64_t extensionBytes = 0, wrapperBytes = 0;
    bool areEqual = false; // the number at every index
};

// Of a matrix of `rows` x `columns`. Fails where an index lies outside, and where the matrices would be large:
// this is a demonstration.
Result<EmbeddingGradients> compareEmbeddingGradients(std::int64_t rows, std::int64_t columns,
                                                     std::span<const std::int64_t> lookups);

} // namespace tscope
