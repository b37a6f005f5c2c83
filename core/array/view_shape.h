// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"

#include <string_view>
#include <variant>

namespace tscope {

// Why a geometry can't be looked at in another shape without copying. An answer, not a failure.
struct ViewRefusal {
    enum class Reason {
        shape,   // no array of these elements has that shape
        strides, // it has, but a new dim would run over two old ones that do not continue each other
    };
    Reason reason = Reason::shape;
    int outer = -1, inner = -1; // strides: the neighbouring old dims (size-1 dims skipped) that can't be merged
    int newDim = -1;            // strides: the new dim that would need them merged
    std::string equation;       // strides: "stride[0] = 4 but stride[1] * size[1] = 1 * 3 = 3"
    std::string text;           // the whole sentence
};
std::string_view name(ViewRefusal::Reason reason); // "shape", "strides"
// As an error whose `reason` is that word.
Error asError(const ViewRefusal& refusal);

// PyTorch's view: the same elements in the same row-major order, in a new shape; one extent may be -1.
using ViewAnswer = std::variant<Geometry, ViewRefusal>;
ViewAnswer view(const Geometry& geometry, const Extents& shape);

// A shape change that may need a copy: then `geometry` is that of the row-major copy, and `why` says what stood
// in the way.
struct Reshaped {
    Geometry geometry;
    bool isView = true;
    std::optional<ViewRefusal> why = {};
};
// The view if there is one, else the copy. A refusal is always for the shape.
std::variant<Reshaped, ViewRefusal> reshape(const Geometry& geometry, const Extents& shape);
// Dims start..end become one. 0-d becomes 1-d.
Result<Reshaped> flatten(const Geometry& geometry, std::int64_t start = 0, std::int64_t end = -1);

} // namespace tscope
