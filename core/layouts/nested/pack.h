// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <span>

namespace tscope {

// A nested tensor made of others, and what that cost.
struct NestedResult {
    Tensor tensor;
    bool isView = false; // shares the storage it was made of
    std::int64_t bytesMoved = 0;
};

// A nested tensor from a list of arrays: copied one behind the other, in row-major order, into one buffer of the
// first one's element type and device. Fails when the arrays differ in rank or can't be read, when a value does
// not fit the element type, or when buffer and tables would exceed `maxBytes`.
Result<NestedResult> nestedFromArrays(std::span<const Array> components, std::int64_t maxBytes);
// Components of these shapes that hold 1, 2, 3, ... in packing order.
Result<NestedResult> nestedFromShapes(std::span<const Extents> shapes, const DType& dtype, std::int64_t maxBytes);

// Tables of packed components of these shapes (all of one rank) over a buffer that holds them. An empty list gives
// tables of 0 x 0.
Tensor packedNested(Array buffer, std::span<const Extents> shapes);
// Tables that say exactly this of each component. All have the same rank.
Tensor nestedOf(Array buffer, std::span<const Geometry> components);

// NST-5.1: components are packed one behind the other, row-major, from the first slot on. Nothing when the tables
// can't be read.
std::optional<bool> isContiguousNested(const Tensor& tensor);

// Where each component of a nested tensor lies. Fails when tables can't be read or a component is broken (NST-3.x,
// NST-4.x); reads no element of the buffer.
Result<std::vector<Geometry>> componentGeometries(const Tensor& tensor);

} // namespace tscope
