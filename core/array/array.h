// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "element/element.h"
#include "memory/storage.h"

namespace tscope {

// One strided thing: a storage read as elements of a type, through a geometry. Any of the three may not fit
// the others; isReadable() says whether elements may be looked at.
struct Array {
    StoragePtr storage; // never null
    DType dtype;
    Geometry geometry;

    // Contiguous, over a declared storage that is exactly big enough (0 when the sizes have no product).
    static Array declared(DType dtype, Extents sizes, Storage::Label label = {});
    // Contiguous, over a new storage. Preconditions: numel(sizes) elements of bytes, memory can be had.
    static Array fromBytes(DType dtype, Extents sizes, std::span<const std::byte> bytes,
                           Storage::Label label = {});
    // The same from numbers, each of which fits the type.
    static Array fromInts(Extents sizes, std::span<const std::int64_t> values, DType dtype = ElementType::i64);

    // Elements the storage holds, whole ones; 0 when the element size is not known.
    std::int64_t storageNumel() const;
    // Every element it claims lies in its storage (an opaque type of unknown size: only if it has none).
    bool isInBounds() const;
    // Elements can be looked at: known type, in bounds, as many as int64 can count, and the storage has bytes (or
    // there are no elements).
    bool isReadable() const;
    // The claimed elements times their size; nothing when that has no answer.
    std::optional<std::int64_t> byteSize() const;

    // Precondition for all: isReadable(), 0 <= position < numel, or the index lies inside.
    Element at(std::int64_t position) const; // row-major position
    Element at(const Extents& index) const;
    // The bytes [lo, hi) of that element in its storage.
    std::pair<std::int64_t, std::int64_t> byteRange(std::int64_t position) const;
};

// The same elements in a new row-major storage. Fails when not readable or too large for memory.
Result<Array> packed(const Array& array);

} // namespace tscope
