// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

namespace tscope {

// A dim of a fold: the numbers 0..most times step.
struct FoldDim {
    std::uint64_t step = 0; // > 0
    std::uint64_t most = 0; // > 0; the extent less one
    bool operator==(const FoldDim&) const = default;
};

// Which offsets a geometry reads and how often, in its simplest form: the lowest offset, and dims with rising
// positive steps. Size-1 dims are gone, dims that continue each other are one, negative strides are read from
// the other end, and stride-0 dims are only the factor by which they repeat every offset.
struct Fold {
    Wide first = 0;
    std::vector<FoldDim> dims;
    Wide repeats = 1;

    bool operator==(const Fold&) const = default;
};

// Nothing when no element is reached or the geometry is not well formed.
std::optional<Fold> folded(const Geometry& geometry);

void mergeContinuing(std::vector<FoldDim>& dims); // sorts by step first

} // namespace tscope
