// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/padded.h"

#include "base/thread_pool.h"
#include "layouts/nested/box_rows.h"
#include "layouts/nested/nested_views.h"
#include "layouts/shared/strided_copy.h"

#include <algorithm>

namespace tscope {

namespace {

// The result's size: the largest extent in every dim, or what the caller wants if that is no smaller.
Result<Extents> paddedSize(const std::vector<Array>& components, const std::optional<Extents>& outputSize)
{
    Extents size{static_cast<std::int64_t>(components.size())};
    if (!components.empty())
        size.resize(components[0].geometry.sizes.size() + 1, 0);
    for (const auto& component : components)
        for (std::size_t d = 0; d + 1 < size.size(); ++d)
            size[d + 1] = std::max(size[d + 1], component.geometry.sizes[d]);
    if (!outputSize)
        return size;
    if (outputSize->size() != size.size())
        return invalidArgument("wanted an output size of " + std::to_string(size.size()) + " dims, found " +
                               text(*outputSize));
    for (std::size_t d = 0; d < size.size(); ++d)
        if ((*outputSize)[d] < size[d])
            return invalidArgument("wanted an output size of at least " + text(size) + ", found " +
                                   text(*outputSize));
    return *outputSize;
}

} // namespace

Result<PaddedResult> paddedComponents(std::span<const Array> components, const DType& dtype, const Extents& size,
                                      const Number& fill, std::int64_t maxBytes)
{
    const auto filler = Element::from(fill, dtype);
    if (!filler)
        return filler.error();
    const auto count = numel(size);
    const auto bytes = count ? Wide::product(*count, dtype.itemSize()) : Wide(int64Max);
    if (bytes > Wide(maxBytes) || !bytes.asInt64())
        return Error{ErrorCode::outOfMemory, "a padded tensor of size " + text(size) + " takes " +
                                                 std::to_string(bytes.clamped()) + " bytes, allowed are " +
                                                 std::to_string(maxBytes)};
    auto builder = StorageBuilder::make(*bytes.asInt64());
    if (!builder)
        return builder.error();
    const Extents box(size.begin() + 1, size.end());
    if (*count > 0) {
        const auto itemSize = dtype.itemSize();
        const auto boxNumel = *numel(box);
        auto* out = builder->bytes().data();
        const auto strides = rowMajorStrides(box);
        parallelFor(static_cast<std::int64_t>(components.size()), [&](std::int64_t t) {
            const auto& component = components[static_cast<std::size_t>(t)];
            auto* begin = out + t * boxNumel * itemSize;
            copyElements(component, {begin, strides});
            BoxRows(component.geometry.sizes, box).forEachGap([&](std::int64_t at, std::int64_t gap) {
                fillElements(begin + at * itemSize, gap, filler->bytes());
            });
        });
        const auto filled = static_cast<std::int64_t>(components.size()) * boxNumel;
        fillElements(out + filled * itemSize, *count - filled, filler->bytes());
    }
    const auto device = components.empty() ? Device{} : components[0].storage->device();
    return PaddedResult{{std::move(*builder).seal({.device = device}), dtype, Geometry::rowMajor(size)},
                        bytes.clamped()};
}

Result<PaddedResult> toPadded(const Tensor& nested, const Number& fill, const std::optional<Extents>& outputSize,
                              std::int64_t maxBytes)
{
    const auto components = unbindNested(nested);
    if (!components)
        return components.error();
    const auto& buffer = nested.member("buffer");
    if (!buffer.isReadable())
        return invalidArgument("buffer can't be read: it has no data, or it lies outside its storage");
    if (!isContiguousNested(nested).value_or(false))
        return invalidArgument("only a contiguous nested tensor can be padded, and this one's components are not "
                               "packed row-major one behind the other");
    const auto hasElements = [](const Array& component) { return numel(component.geometry) != 0; };
    if (!components->empty() && std::ranges::none_of(*components, hasElements))
        return invalidArgument("all components are empty, so there is nothing to pad");
    const auto size = paddedSize(*components, outputSize);
    if (!size)
        return size.error();
    return paddedComponents(*components, buffer.array.dtype, *size, fill, maxBytes);
}

Result<NestedResult> fromPadded(const Array& padded, std::span<const Extents> sizes, std::int64_t maxBytes)
{
    const auto& whole = padded.geometry;
    if (!padded.isReadable() || whole.rank() < 1)
        return invalidArgument("wanted a readable padded array of at least one dim, found size " +
                               text(whole.sizes));
    if (static_cast<std::int64_t>(sizes.size()) > whole.sizes[0])
        return invalidArgument("wanted at most " + std::to_string(whole.sizes[0]) +
                               " sizes for a padded array of size " + text(whole.sizes) + ", found " +
                               std::to_string(sizes.size()));
    std::vector<Array> corners;
    for (std::size_t t = 0; t < sizes.size(); ++t) {
        const Extents box(whole.sizes.begin() + 1, whole.sizes.end());
        bool fits = sizes[t].size() == box.size();
        for (std::size_t d = 0; fits && d < box.size(); ++d)
            fits = sizes[t][d] >= 0 && sizes[t][d] <= box[d];
        if (!fits)
            return invalidArgument("component " + std::to_string(t) + " of size " + text(sizes[t]) +
                                   " does not fit into the padded size " + text(box));
        Geometry corner{sizes[t], Extents(whole.strides.begin() + 1, whole.strides.end()), whole.offset};
        if (numel(sizes[t]) != 0) // else the array may have no elements, and its strides no meaning
            corner.offset += static_cast<std::int64_t>(t) * whole.strides[0];
        corners.push_back({padded.storage, padded.dtype, std::move(corner)});
    }
    return nestedFromArrays(corners, maxBytes);
}

} // namespace tscope
