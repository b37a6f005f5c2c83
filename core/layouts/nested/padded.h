// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/nested/pack.h"

#include <optional>

namespace tscope {

// A dense array made of components, and what that cost.
struct PaddedResult {
    Array array;
    std::int64_t bytesMoved = 0;
};

// What to_padded_tensor does: all components in one dense array, each padded at the end of each dim up to the
// largest extent (or to `outputSize`, which may be larger in every dim). One pass that writes every byte of the
// result once. Fails when the nested tensor is not contiguous or broken, all components are empty, or the result
// would exceed `maxBytes`.
Result<PaddedResult> toPadded(const Tensor& nested, const Number& fill, const std::optional<Extents>& outputSize,
                              std::int64_t maxBytes);

// The same for components anywhere, with no look at how they are packed. `size` is the whole result's: the list
// first. Preconditions: components are readable, of one type, and fit into `size`.
Result<PaddedResult> paddedComponents(std::span<const Array> components, const DType& dtype, const Extents& size,
                                      const Number& fill, std::int64_t maxBytes);

// The way back: of each entry of dim 0 the corner of the given size, packed. Fails when there are more sizes than
// entries or one does not fit.
Result<NestedResult> fromPadded(const Array& padded, std::span<const Extents> sizes, std::int64_t maxBytes);

} // namespace tscope
