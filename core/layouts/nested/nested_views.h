// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/nested/pack.h"

namespace tscope {

// Nested tensors and arrays that share the buffer of another nested tensor; only tables are new. All fail on a
// tensor whose tables can't be read or whose components are broken. Dims are those of the whole tensor, dim 0
// being the list of components; negative ones count from the end.

// The components as arrays, in order.
Result<std::vector<Array>> unbindNested(const Tensor& tensor);
// Swaps two dims of every component.
Result<NestedResult> transposeNested(const Tensor& tensor, std::int64_t dim0, std::int64_t dim1);
// Equal parts of the last dim, which all components must have in common and `chunks` must divide.
Result<std::vector<NestedResult>> chunkNested(const Tensor& tensor, std::int64_t chunks, std::int64_t dim);
// Parts of `length` of the last dim (the last part may be shorter), which all components must have in common.
Result<std::vector<NestedResult>> splitNested(const Tensor& tensor, std::int64_t length, std::int64_t dim);
// The same components, packed: a copy unless they are packed already.
Result<NestedResult> contiguousNested(const Tensor& tensor, std::int64_t maxBytes);

} // namespace tscope
