// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/checked_math.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope {

using Extents = std::vector<std::int64_t>;

std::string text(const Extents& extents);    // "(2, 3)", "(4,)", "()"
std::string subscript(const Extents& index); // "[2, 3]": as it is written behind the name of an array

// The map from an index to an element offset; knows no memory. May be nonsense (ranks that differ, negative
// extents, sums beyond 64 bits): every question about it has an answer all the same.
struct Geometry {
    Extents sizes;
    Extents strides; // in elements; 0 and negative are legal
    std::int64_t offset = 0;

    // Row-major strides: from the last dim, 1, then times max(1, size). Strides that leave int64 saturate.
    static Geometry rowMajor(Extents sizes, std::int64_t offset = 0);

    int rank() const { return static_cast<int>(sizes.size()); }
    // As many strides as sizes and no negative extent: what the questions below need to be meaningful.
    bool isWellFormed() const;
    bool operator==(const Geometry&) const = default;
};

Extents rowMajorStrides(const Extents& sizes);

// The product of the extents; nothing when an extent is negative or the product leaves int64.
std::optional<std::int64_t> numel(const Geometry& geometry);
std::optional<std::int64_t> numel(const Extents& sizes);

// The lowest and highest element offset reached, in unbounded integers. Nothing when no element is reached
// or the geometry is not well formed.
struct Reach {
    Wide first, last;
};
std::optional<Reach> reach(const Geometry& geometry);

// Whether every reached element lies in a storage of `storageNumel` elements. No element: yes.
bool isInBounds(const Geometry& geometry, std::int64_t storageNumel);
// How many storage elements a geometry needs; nothing when it is not well formed, reaches below 0 or beyond int64.
std::optional<std::int64_t> minStorage(const Geometry& geometry);

// Row-major contiguous: dims of size 1 are skipped, an empty one is.
bool isContiguous(const Geometry& geometry);

// The offset of one index. Preconditions: well formed, index inside, in bounds of some storage.
std::int64_t offsetOf(const Geometry& geometry, const Extents& index);
// The offset of the element at a row-major position. Same preconditions.
std::int64_t offsetOf(const Geometry& geometry, std::int64_t position);
Extents indexOf(const Extents& sizes, std::int64_t position); // row-major position to index
std::int64_t positionOf(const Extents& sizes, const Extents& index);

} // namespace tscope
