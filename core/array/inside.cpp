// SPDX-License-Identifier: Apache-2.0
#include "array/inside.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// The lowest and highest slot of all dims but one; that of no dim is all of them.
struct Span {
    Wide first, last;
};
Span spanWithout(const Geometry& geometry, std::optional<std::size_t> dim, std::int64_t offset)
{
    Span span{offset, offset};
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        if (d == dim)
            continue;
        const auto way = Wide::product(geometry.sizes[d] - 1, geometry.strides[d]);
        (geometry.strides[d] < 0 ? span.first : span.last) =
            (geometry.strides[d] < 0 ? span.first : span.last) + way;
    }
    return span;
}

bool isEmptyWithout(const Geometry& geometry, std::optional<std::size_t> dim)
{
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
        if (d != dim && geometry.sizes[d] == 0)
            return true;
    return false;
}

std::string indexName(std::size_t dim)
{
    constexpr std::string_view names = "ijklmn";
    return dim < names.size() ? std::string(1, names[dim]) : "i" + std::to_string(dim);
}

} // namespace

std::int64_t valueOf(const Geometry& geometry, const GeometryPart& part)
{
    switch (part.kind) {
    case GeometryPart::Kind::size:
        return geometry.sizes[part.dim];
    case GeometryPart::Kind::stride:
        return geometry.strides[part.dim];
    case GeometryPart::Kind::offset:
        break;
    }
    return geometry.offset;
}

Geometry withValue(Geometry geometry, const GeometryPart& part, std::int64_t value)
{
    (part.kind == GeometryPart::Kind::size     ? geometry.sizes[part.dim]
     : part.kind == GeometryPart::Kind::stride ? geometry.strides[part.dim]
                                               : geometry.offset) = value;
    return geometry;
}

ValueRange widestRange(const GeometryPart& part, std::int64_t storageNumel)
{
    const auto most = std::max<std::int64_t>(0, storageNumel);
    return {part.kind == GeometryPart::Kind::stride ? -most : 0, most};
}

std::optional<ValueRange> rangeInside(const Geometry& geometry, const GeometryPart& part,
                                      std::int64_t storageNumel)
{
    const bool isOffset = part.kind == GeometryPart::Kind::offset;
    const bool isStride = part.kind == GeometryPart::Kind::stride;
    const auto dim = isOffset ? std::nullopt : std::optional(part.dim);
    // An extent is asked for: what it is now may be nonsense.
    auto others = geometry;
    if (part.kind == GeometryPart::Kind::size && part.dim < others.sizes.size())
        others.sizes[part.dim] = 0;
    if (!others.isWellFormed() || storageNumel < 0 || (dim && *dim >= others.sizes.size()))
        return std::nullopt;
    const auto anything = widestRange(part, storageNumel);
    if (isEmptyWithout(others, dim))
        return anything;

    const auto last = Wide(storageNumel) + Wide(-1);
    if (isOffset) {
        const auto span = spanWithout(others, {}, 0);
        const auto least = (span.first * Wide(-1)), most = last + span.last * Wide(-1);
        return least <= most ? std::optional(ValueRange{least.clamped(), most.clamped()}) : std::nullopt;
    }
    const auto span = spanWithout(others, dim, others.offset);
    const bool areInside = span.first >= Wide(0) && span.last <= last;
    // Both fit int64: they lie between 0 and the end of the storage.
    const auto before = span.first.clamped(), after = (last + span.last * Wide(-1)).clamped();
    if (isStride) {
        const auto steps = geometry.sizes[part.dim] - 1;
        if (steps <= 0)
            return steps < 0 || areInside ? std::optional(anything) : std::nullopt;
        return areInside ? std::optional(ValueRange{-(before / steps), after / steps}) : std::nullopt;
    }
    const auto stride = others.strides[part.dim];
    if (!areInside)
        return ValueRange{0, 0};
    if (stride == 0)
        return anything;
    const auto steps = stride > 0 ? after / stride : stride == int64Min ? 0 : before / -stride;
    return ValueRange{0, saturatingAdd(steps, 1)};
}

std::string addressText(const Geometry& geometry)
{
    auto out = std::to_string(geometry.offset);
    for (std::size_t d = 0; d < geometry.strides.size(); ++d)
        out += " + " + indexName(d) + "*" + std::to_string(geometry.strides[d]);
    return out;
}

std::string reachText(const Array& array)
{
    const auto& geometry = array.geometry;
    if (geometry.sizes.size() != geometry.strides.size())
        return say("{0} sizes but {1} strides: there is no address", geometry.sizes.size(),
                   geometry.strides.size());
    const auto held = array.storageNumel();
    const auto reached = reach(geometry);
    if (!reached)
        return geometry.isWellFormed() ? say("no elements: nothing is reached")
                                       : say("a size is negative: there are no elements");
    auto out = reached->first == reached->last
                   ? say("slot {0} of {1}", reached->first, held)
                   : say("slots {0} to {1} of {2}", reached->first, reached->last, held);
    if (reached->first < Wide(0))
        out += say(", {0} before the start", reached->first * Wide(-1));
    if (const auto beyond = reached->last + Wide(1) + Wide::product(held, -1); beyond > Wide(0))
        out += say(", {0} beyond the end", beyond);
    return out;
}

} // namespace tscope
