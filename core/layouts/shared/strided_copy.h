// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <cstddef>

namespace tscope {

// Elements being copied into a new storage: `begin` is its first byte, elements lie `strides` apart there.
struct CopyTarget {
    std::byte* begin = nullptr;
    Extents strides; // in elements, as many as the source has dims
};

// Copies every element of `from` to its place in the target, in rows as long as both sides allow.
// Preconditions: from.isReadable(); the target has room for every element.
void copyElements(const Array& from, const CopyTarget& target);
// The same of elements whose bytes lie in one run, `from` being the place that the geometry's offset counts from.
void copyElements(const std::byte* from, const Geometry& geometry, std::int64_t itemSize,
                  const CopyTarget& target);

// Writes `count` copies of one element.
void fillElements(std::byte* begin, std::int64_t count, std::span<const std::byte> element);

} // namespace tscope
