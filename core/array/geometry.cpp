// SPDX-License-Identifier: Apache-2.0
#include "array/geometry.h"

#include "base/check.h"

#include <algorithm>

namespace tscope {

namespace {

std::string joined(const Extents& extents)
{
    std::string out;
    for (std::size_t d = 0; d < extents.size(); ++d) {
        if (d > 0)
            out += ", ";
        out += std::to_string(extents[d]);
    }
    return out;
}

} // namespace

std::string text(const Extents& extents)
{
    return '(' + joined(extents) + (extents.size() == 1 ? ",)" : ")");
}

std::string subscript(const Extents& index)
{
    return '[' + joined(index) + ']';
}

Extents rowMajorStrides(const Extents& sizes)
{
    Extents strides(sizes.size());
    std::int64_t step = 1;
    for (std::size_t d = sizes.size(); d-- > 0;) {
        strides[d] = step;
        step = saturatingMul(step, std::max<std::int64_t>(1, sizes[d]));
    }
    return strides;
}

Geometry Geometry::rowMajor(Extents sizes, std::int64_t offset)
{
    auto strides = rowMajorStrides(sizes);
    return {std::move(sizes), std::move(strides), offset};
}

bool Geometry::isWellFormed() const
{
    return sizes.size() == strides.size() && std::ranges::none_of(sizes, [](auto size) { return size < 0; });
}

std::optional<std::int64_t> numel(const Extents& sizes)
{
    // In one pass, as it is asked for often.
    std::int64_t product = 1;
    bool isTooLarge = false, isEmpty = false;
    for (const auto size : sizes) {
        if (size < 0)
            return std::nullopt;
        isEmpty = isEmpty || size == 0;
        isTooLarge = isTooLarge || __builtin_mul_overflow(product, size, &product);
    }
    if (isEmpty)
        return 0;
    return isTooLarge ? std::nullopt : std::optional(product);
}

std::optional<std::int64_t> numel(const Geometry& geometry)
{
    return numel(geometry.sizes);
}

std::optional<Reach> reach(const Geometry& geometry)
{
    if (!geometry.isWellFormed())
        return std::nullopt;
    Reach out{geometry.offset, geometry.offset};
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        if (geometry.sizes[d] == 0)
            return std::nullopt;
        const auto far = Wide::product(geometry.sizes[d] - 1, geometry.strides[d]);
        if (geometry.strides[d] < 0)
            out.first = out.first + far;
        else
            out.last = out.last + far;
    }
    return out;
}

bool isInBounds(const Geometry& geometry, std::int64_t storageNumel)
{
    if (!geometry.isWellFormed())
        return false;
    // In 64 bits, which nearly always are enough.
    auto first = geometry.offset, last = geometry.offset;
    bool isTooLarge = false;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        if (geometry.sizes[d] == 0)
            return true;
        std::int64_t far = 0;
        auto& end = geometry.strides[d] < 0 ? first : last;
        isTooLarge = isTooLarge || __builtin_mul_overflow(geometry.sizes[d] - 1, geometry.strides[d], &far) ||
                     __builtin_add_overflow(end, far, &end);
    }
    if (!isTooLarge)
        return first >= 0 && last < storageNumel;
    const auto range = reach(geometry);
    return !range || (range->first >= Wide(0) && range->last < Wide(storageNumel));
}

std::optional<std::int64_t> minStorage(const Geometry& geometry)
{
    if (!geometry.isWellFormed())
        return std::nullopt;
    const auto range = reach(geometry);
    if (!range)
        return 0;
    if (range->first < Wide(0))
        return std::nullopt;
    return (range->last + Wide(1)).asInt64();
}

bool isContiguous(const Geometry& geometry)
{
    if (!geometry.isWellFormed())
        return false;
    if (std::ranges::find(geometry.sizes, 0) != geometry.sizes.end())
        return true;
    Wide expected = 1;
    for (std::size_t d = geometry.sizes.size(); d-- > 0;) {
        if (geometry.sizes[d] == 1)
            continue;
        if (Wide(geometry.strides[d]) != expected)
            return false;
        expected = expected * Wide(geometry.sizes[d]);
    }
    return true;
}

std::int64_t offsetOf(const Geometry& geometry, const Extents& index)
{
    TSCOPE_CHECK(index.size() == geometry.strides.size(), "an index has one entry per dim");
    Wide offset = geometry.offset;
    for (std::size_t d = 0; d < index.size(); ++d)
        offset = offset + Wide::product(index[d], geometry.strides[d]);
    return offset.clamped();
}

std::int64_t offsetOf(const Geometry& geometry, std::int64_t position)
{
    Wide offset = geometry.offset;
    for (std::size_t d = geometry.sizes.size(); d-- > 0;) {
        const auto size = geometry.sizes[d];
        TSCOPE_CHECK(size > 0, "a position lies inside a non-empty array");
        offset = offset + Wide::product(position % size, geometry.strides[d]);
        position /= size;
    }
    return offset.clamped();
}

Extents indexOf(const Extents& sizes, std::int64_t position)
{
    Extents index(sizes.size());
    for (std::size_t d = sizes.size(); d-- > 0;) {
        TSCOPE_CHECK(sizes[d] > 0, "a position lies inside a non-empty array");
        index[d] = position % sizes[d];
        position /= sizes[d];
    }
    return index;
}

std::int64_t positionOf(const Extents& sizes, const Extents& index)
{
    TSCOPE_CHECK(index.size() == sizes.size(), "an index has one entry per dim");
    std::int64_t position = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        position = position * sizes[d] + index[d];
    return position;
}

} // namespace tscope
