// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"

namespace tscope {

// The operations that only make another geometry over the same storage, with PyTorch's names, argument order
// and defaults. Dims and indices may be negative and count from the end. Where PyTorch copies or refuses because
// it has no negative strides, these give a view: flip, and slice with a negative step (NumPy's meaning).
// A geometry that is not well formed is refused, like wrong arguments: the error names dim, wanted and found.

Result<Geometry> select(const Geometry& geometry, std::int64_t dim, std::int64_t index);
Result<Geometry> narrow(const Geometry& geometry, std::int64_t dim, std::int64_t start, std::int64_t length);
// Bounds beyond the ends are clamped; absent ones mean the ends in the direction of the step.
Result<Geometry> slice(const Geometry& geometry, std::int64_t dim = 0, std::optional<std::int64_t> start = {},
                       std::optional<std::int64_t> stop = {}, std::int64_t step = 1);
Result<Geometry> permute(const Geometry& geometry, const Extents& dims);
Result<Geometry> transpose(const Geometry& geometry, std::int64_t dim0, std::int64_t dim1);
Result<Geometry> expand(const Geometry& geometry, const Extents& sizes); // -1 keeps the extent
Result<Geometry> squeeze(const Geometry& geometry);                      // all dims of size 1
Result<Geometry> squeeze(const Geometry& geometry, const Extents& dims); // those of them that have size 1
Result<Geometry> unsqueeze(const Geometry& geometry, std::int64_t dim);
Result<Geometry> diagonal(const Geometry& geometry, std::int64_t offset = 0, std::int64_t dim1 = 0,
                          std::int64_t dim2 = 1);
Result<Geometry> unfold(const Geometry& geometry, std::int64_t dim, std::int64_t size, std::int64_t step);
Result<Geometry> flip(const Geometry& geometry, const Extents& dims);
// Takes sizes and strides as they are, over the same storage: whether they lie in it is isInBounds().
Result<Geometry> asStrided(const Geometry& geometry, const Extents& sizes, const Extents& strides,
                           std::optional<std::int64_t> offset = {});

// The dim that a possibly negative one names. A 0-d geometry counts as having one dim here, as in PyTorch.
Result<std::size_t> wrappedDim(std::int64_t dim, int rank);
// The sentence for a geometry that is not well formed.
Result<void> wellFormed(const Geometry& geometry);

} // namespace tscope
