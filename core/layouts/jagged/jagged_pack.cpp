// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/jagged_pack.h"

#include "array/view_shape.h"
#include "base/say.h"
#include "layouts/jagged/jagged.h"
#include "layouts/jagged/jagged_reading.h"
#include "layouts/shared/strided_copy.h"

#include <algorithm>

namespace tscope {

namespace {

Tensor fromMembers(Array values, std::span<const std::int64_t> offsets, std::size_t raggedDim)
{
    const auto& layout = jaggedLayout();
    auto tensor = makeTensor(layout, {{roleNamed(layout, "values"), std::move(values)},
                                      {roleNamed(layout, "offsets"),
                                       Array::fromInts({static_cast<std::int64_t>(offsets.size())}, offsets)}});
    tensor->claims.set("ragged_idx", static_cast<std::int64_t>(raggedDim) + 1);
    return std::move(*tensor); // both roles, each given once
}

void cacheExtremes(Tensor& tensor, std::span<const std::int64_t> extents)
{
    if (extents.empty())
        return;
    const auto [least, most] = std::ranges::minmax(extents);
    tensor.claims.set("min_seqlen", least);
    tensor.claims.set("max_seqlen", most);
}

// Dims 0 and 1 of a dense array as one, and what that cost.
struct Flattened {
    Array array;
    std::int64_t bytesMoved = 0;
};
Result<Flattened> flattened(const Array& dense, std::int64_t maxBytes)
{
    const auto& geometry = dense.geometry;
    if (geometry.rank() < 2 || !dense.isReadable())
        return invalidArgument(
            say("wanted a readable array of at least two dims, found size {0}", text(geometry.sizes)));
    auto joined = geometry;
    const auto rows = checkedMul(geometry.sizes[0], geometry.sizes[1]);
    if (!rows)
        return invalidArgument(say("dims 0 and 1 of size {0} have no countable product", text(geometry.sizes)));
    joined.sizes.erase(joined.sizes.begin());
    joined.strides.erase(joined.strides.begin());
    joined.sizes[0] = *rows;
    const auto step = saturatingMul(geometry.sizes[1], geometry.strides[1]);
    if (geometry.sizes[0] <= 1 || numel(geometry) == 0 || geometry.strides[0] == step)
        return Flattened{{dense.storage, dense.dtype, joined}, 0};
    if (geometry.sizes[1] == 1) {
        joined.strides[0] = geometry.strides[0];
        return Flattened{{dense.storage, dense.dtype, joined}, 0};
    }
    const auto bytes = dense.byteSize();
    if (!bytes || *bytes > maxBytes)
        return Error{ErrorCode::outOfMemory,
                     bytes ? say("a copy of an array of size {0} takes {1} bytes, allowed are {2}",
                                 text(geometry.sizes), *bytes, maxBytes)
                           : say("a copy of an array of size {0} takes too many bytes, allowed are {1}",
                                 text(geometry.sizes), maxBytes)};
    auto copy = packed(dense);
    if (!copy)
        return copy.error();
    copy->geometry = Geometry::rowMajor(joined.sizes);
    return Flattened{std::move(*copy), *bytes};
}

} // namespace

Result<std::size_t> raggedDimOf(std::span<const Extents> shapes)
{
    if (shapes.empty())
        return invalidArgument(say("a jagged tensor is made of at least one component, found none"));
    const auto rank = shapes[0].size();
    if (rank == 0)
        return invalidArgument(say("components of a jagged tensor have at least one dim, found scalars"));
    std::optional<std::size_t> ragged;
    for (std::size_t t = 0; t < shapes.size(); ++t) {
        if (shapes[t].size() != rank)
            return invalidArgument(
                say("components of a jagged tensor have one rank: component 0 has {0} dims, component {1} has {2}",
                    rank, t, shapes[t].size()));
        for (std::size_t d = 0; d < rank; ++d) {
            if (shapes[t][d] == shapes[0][d] || ragged == d)
                continue;
            if (ragged)
                return invalidArgument(say("more than one ragged dimension: components differ in dims {0} and {1}",
                                           std::min(*ragged, d) + 1, std::max(*ragged, d) + 1));
            ragged = d;
        }
    }
    return ragged.value_or(0);
}

Result<JoinedComponents> joinedComponents(std::span<const Extents> shapes, std::size_t raggedDim)
{
    JoinedComponents joined{shapes[0], {}};
    Wide along = 0;
    for (const auto& shape : shapes) {
        joined.extents.push_back(shape[raggedDim]);
        along = along + Wide(shape[raggedDim]);
    }
    if (!along.asInt64())
        return Error{
            ErrorCode::overflow,
            say("extents whose sum 64 bits can count were wanted along dim {0} of {1} components, found more",
                raggedDim + 1, shapes.size()),
            {},
            {}};
    joined.size[raggedDim] = *along.asInt64();
    return joined;
}

Tensor jaggedOf(Array values, std::size_t raggedDim, std::span<const std::int64_t> extents)
{
    std::vector<std::int64_t> offsets{0};
    for (const auto extent : extents)
        offsets.push_back(saturatingAdd(offsets.back(), extent));
    auto tensor = fromMembers(std::move(values), offsets, raggedDim);
    cacheExtremes(tensor, extents);
    return tensor;
}

Result<JaggedResult> jaggedFromArrays(std::span<const Array> components, std::int64_t maxBytes)
{
    std::vector<Extents> shapes;
    for (std::size_t t = 0; t < components.size(); ++t) {
        const auto& component = components[t];
        if (!component.isReadable())
            return invalidArgument(
                say("component {0} can't be read: its elements have no data or lie outside their storage", t));
        if (component.dtype != components[0].dtype)
            return invalidArgument(say(
                "components of a jagged tensor have one element type: component 0 has {0}, component {1} has {2}",
                components[0].dtype.name(), t, component.dtype.name()));
        if (component.storage->device() != components[0].storage->device())
            return invalidArgument(
                say("components of a jagged tensor are on one device: component 0 is on {0}, component {1} on {2}",
                    components[0].storage->device().text(), t, component.storage->device().text()));
        shapes.push_back(component.geometry.sizes);
    }
    const auto ragged = raggedDimOf(shapes);
    if (!ragged)
        return ragged.error();

    const auto joined = joinedComponents(shapes, *ragged);
    if (!joined)
        return joined.error();
    const auto& size = joined->size;
    const auto itemSize = components[0].dtype.itemSize();
    const auto count = numel(size);
    const auto bytes = count ? Wide::product(*count, itemSize) : Wide(int64Max);
    if (bytes > Wide(maxBytes) || !bytes.asInt64())
        return Error{ErrorCode::outOfMemory, say("values of size {0} take {1} bytes, allowed are {2}", text(size),
                                                 bytes.clamped(), maxBytes)};
    auto builder = StorageBuilder::make(bytes.clamped());
    if (!builder)
        return builder.error();
    const auto strides = rowMajorStrides(size);
    std::int64_t begin = 0;
    for (const auto& component : components) {
        if (numel(component.geometry) != 0)
            copyElements(component, {builder->bytes().data() + begin * strides[*ragged] * itemSize, strides});
        begin += component.geometry.sizes[*ragged];
    }
    Array values{std::move(*builder).seal({.device = components[0].storage->device()}), components[0].dtype,
                 Geometry::rowMajor(size)};
    return JaggedResult{jaggedOf(std::move(values), *ragged, joined->extents), false, bytes.clamped()};
}

Result<JaggedResult> jaggedFromDense(const Array& dense, std::int64_t maxBytes)
{
    const auto values = flattened(dense, maxBytes);
    if (!values)
        return values.error();
    const auto count = dense.geometry.sizes[0];
    if (count > maxBytes / 8 - 1)
        return invalidArgument(
            say("offsets of {0} components take more than the allowed {1} bytes", count, maxBytes));
    const std::vector<std::int64_t> extents(static_cast<std::size_t>(count), dense.geometry.sizes[1]);
    return JaggedResult{jaggedOf(values->array, 0, extents), values->bytesMoved == 0, values->bytesMoved};
}

Result<JaggedResult> jaggedNarrow(const Array& dense, std::span<const std::int64_t> starts,
                                  std::span<const std::int64_t> lengths, std::int64_t maxBytes)
{
    const auto values = flattened(dense, maxBytes);
    if (!values)
        return values.error();
    const auto count = static_cast<std::size_t>(dense.geometry.sizes[0]);
    const auto extent = dense.geometry.sizes[1];
    if (starts.size() != count || lengths.size() != count)
        return invalidArgument(
            say("wanted {0} starts and lengths, found {1} and {2}", count, starts.size(), lengths.size()));
    std::vector<std::int64_t> offsets;
    for (std::size_t b = 0; b < count; ++b) {
        if (starts[b] < 0 || lengths[b] < 0 || starts[b] > extent || lengths[b] > extent - starts[b])
            return invalidArgument(
                say("component {0} wants {1} entries from {2} on, of {3}", b, lengths[b], starts[b], extent));
        offsets.push_back(starts[b] + static_cast<std::int64_t>(b) * extent);
    }
    // The last offset ends nothing (there are lengths); it is where values ends.
    offsets.push_back(static_cast<std::int64_t>(count) * extent);
    auto tensor = fromMembers(values->array, offsets, 0);
    const auto& layout = jaggedLayout();
    tensor.members.push_back(
        {roleNamed(layout, "lengths"), Array::fromInts({static_cast<std::int64_t>(count)}, lengths)});
    cacheExtremes(tensor, lengths);
    return JaggedResult{std::move(tensor), values->bytesMoved == 0, values->bytesMoved};
}

Result<Tensor> jaggedFromLengths(Array values, std::span<const std::int64_t> lengths)
{
    if (values.geometry.rank() < 1)
        return invalidArgument(say("values of a jagged tensor have at least one dim, found a scalar"));
    Wide sum = 0;
    for (std::size_t b = 0; b < lengths.size(); ++b) {
        if (lengths[b] < 0)
            return invalidArgument(say("lengths are >= 0, found {0} at {1}", lengths[b], b));
        sum = sum + Wide(lengths[b]);
    }
    if (sum != Wide(values.geometry.sizes[0]))
        return invalidArgument(say("wanted lengths that add up to the {0} entries of values, found {1}",
                                   values.geometry.sizes[0], sum.clamped()));
    return jaggedOf(std::move(values), 0, lengths);
}

Result<std::vector<Array>> unbindJagged(const Tensor& tensor)
{
    const JaggedReading reading(tensor);
    const auto ragged = reading.raggedDim();
    if (!ragged)
        return invalidArgument(say("which dim is ragged can't be told: ragged_idx is {0}, values has {1} dims",
                                   reading.raggedIdx(), reading.values().array.geometry.rank()));
    if (const auto because = reading.whyRunsUnknown())
        return invalidArgument(say("where the components are can't be read: {0}", *because));
    const auto& array = reading.values().array;
    if (reading.values().layout != "strided" || !array.isInBounds())
        return invalidArgument(say("values is no strided array inside its storage"));
    std::vector<Array> components;
    for (std::int64_t b = 0; b < *reading.components(); ++b) {
        const Wide begin = reading.offset(b);
        const auto length = reading.length(b);
        if (begin < Wide(0) || length < Wide(0) || begin + length > Wide(*reading.raggedExtent()))
            return invalidArgument(say("component {0} begins at entry {1} and has {2}, but values has {3} entries",
                                       b, begin, length, *reading.raggedExtent()));
        auto geometry = array.geometry;
        geometry.sizes[*ragged] = length.clamped();
        if (numel(geometry) != 0)
            geometry.offset += begin.clamped() * geometry.strides[*ragged];
        components.push_back({array.storage, array.dtype, std::move(geometry)});
    }
    return components;
}

} // namespace tscope
