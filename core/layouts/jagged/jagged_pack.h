// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/nested/pack.h"

#include <span>

namespace tscope {

// A jagged tensor made of something else, and what that cost.
using JaggedResult = NestedResult;

// Components of one rank >= 1, element type and device, concatenated along the one dim in which their extents
// differ (none: the first). offsets is the running sum of their extents there; the shortest and longest are
// cached.
Result<JaggedResult> jaggedFromArrays(std::span<const Array> components, std::int64_t maxBytes);
// Dim 0 of a dense array becomes the list of components; dims 0 and 1 are flattened, as a view where strides
// allow.
Result<JaggedResult> jaggedFromDense(const Array& dense, std::int64_t maxBytes);
// Of entry i of a dense array the run [start_i, start_i + length_i) of dim 1: offsets and lengths, with holes.
Result<JaggedResult> jaggedNarrow(const Array& dense, std::span<const std::int64_t> starts,
                                  std::span<const std::int64_t> lengths, std::int64_t maxBytes);
// Values whose first dim is cut into runs of these lengths; offsets are computed, lengths not kept.
Result<Tensor> jaggedFromLengths(Array values, std::span<const std::int64_t> lengths);

// The components as arrays that share the storage of values. Fails when a table can't be read or a run lies
// outside values; reads no element of values.
Result<std::vector<Array>> unbindJagged(const Tensor& tensor);

// The dim in which the components' shapes differ, 0 when none does. Fails when more than one does, or when there
// is no component or a rank of 0.
Result<std::size_t> raggedDimOf(std::span<const Extents> shapes);
// What components of such shapes are one behind the other along their ragged dim: the size of all, and the extent
// of each. Fails where 64 bits do not count them, as may be of components without elements.
struct JoinedComponents {
    Extents size;
    std::vector<std::int64_t> extents;
};
Result<JoinedComponents> joinedComponents(std::span<const Extents> shapes, std::size_t raggedDim);
// A jagged tensor of these values and runs, extremes cached. Precondition: extents.size() components.
Tensor jaggedOf(Array values, std::size_t raggedDim, std::span<const std::int64_t> extents);

} // namespace tscope
