// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tscope {

// One number of a geometry, to be changed while the others stay.
struct GeometryPart {
    enum class Kind : std::uint8_t { size, stride, offset };
    Kind kind = Kind::offset;
    std::size_t dim = 0; // of a size or stride

    bool operator==(const GeometryPart&) const = default;
};

// Precondition for both: the geometry has that dim, and a stride for it if that is meant.
std::int64_t valueOf(const Geometry& geometry, const GeometryPart& part);
Geometry withValue(Geometry geometry, const GeometryPart& part, std::int64_t value);

// From which value to which that number keeps every element inside a storage of `storageNumel` elements, as far
// as it says anything: 0 to storageNumel for a size or offset that nothing bounds, and the same both ways for a
// stride. Nothing: no value does, or the geometry is not well formed.
struct ValueRange {
    std::int64_t least = 0, most = 0;

    bool operator==(const ValueRange&) const = default;
};
std::optional<ValueRange> rangeInside(const Geometry& geometry, const GeometryPart& part,
                                      std::int64_t storageNumel);
// The values that part may have in a storage of that many elements, whatever the other numbers are.
ValueRange widestRange(const GeometryPart& part, std::int64_t storageNumel);

// Where the elements lie, as a sum: "2 + i*4 + j*1".
std::string addressText(const Geometry& geometry);
// What that comes to: "slots 2 to 13 of 12: 2 beyond the end".
std::string reachText(const Array& array);

} // namespace tscope
