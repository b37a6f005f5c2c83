// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/nested_views.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// Every part has tables of its own; more entries than this in all are refused.
constexpr std::int64_t maxPartEntries = std::int64_t{1} << 24;

// The dim of the components (0-based) that a dim of the whole tensor names.
Result<std::size_t> innerDim(std::int64_t dim, std::size_t rank)
{
    const auto outer = static_cast<std::int64_t>(rank) + 1;
    const auto wrapped = dim < 0 ? saturatingAdd(dim, outer) : dim;
    if (wrapped < 1 || wrapped >= outer)
        return invalidArgument(
            say("wanted one of the inner dims 1..{0} of a nested tensor, found {1}", rank, dim));
    return static_cast<std::size_t>(wrapped - 1);
}

std::size_t rankOf(const std::vector<Geometry>& components)
{
    return components.empty() ? 0 : components[0].sizes.size();
}

NestedResult viewOf(const Tensor& tensor, std::span<const Geometry> components)
{
    NestedResult out{nestedOf(tensor.member("buffer").array, components), true, 0};
    out.tensor.dtype = tensor.dtype;
    out.tensor.device = tensor.device;
    return out;
}

// The extent of the last dim, if all components have it in common.
Result<std::int64_t> lastExtent(const std::vector<Geometry>& components, std::int64_t dim)
{
    const auto inner = innerDim(dim, rankOf(components));
    if (!inner)
        return inner.error();
    if (*inner + 1 != rankOf(components))
        return invalidArgument(
            say("a nested tensor is cut along its last dim {0} only, found dim {1}", rankOf(components), dim));
    const auto extent = components[0].sizes[*inner];
    for (std::size_t t = 1; t < components.size(); ++t)
        if (components[t].sizes[*inner] != extent)
            return invalidArgument(
                say("the last dim differs between components: component 0 has {0}, component {1} has {2}", extent,
                    t, components[t].sizes[*inner]));
    return extent;
}

Result<std::vector<NestedResult>> cut(const Tensor& tensor, std::vector<Geometry> components, std::int64_t extent,
                                      std::int64_t length, std::int64_t parts)
{
    constexpr std::int64_t entriesPerPart = 256; // about what a tensor takes beside its tables
    const auto entries = Wide::product(static_cast<std::int64_t>(components.size()),
                                       static_cast<std::int64_t>(2 * rankOf(components) + 1)) +
                         Wide(entriesPerPart);
    if (entries * Wide(parts) > Wide(maxPartEntries))
        return invalidArgument(say("wanted parts whose tables have at most {0} entries together, found {1}",
                                   maxPartEntries, (entries * Wide(parts)).clamped()));
    const auto whole = components;
    std::vector<NestedResult> out;
    for (std::int64_t part = 0; part < parts; ++part) {
        const auto start = part * length;
        for (std::size_t t = 0; t < components.size(); ++t) {
            components[t].sizes.back() = std::min(length, extent - start);
            // A component without elements may have any stride; its offset then stays where it is.
            if (numel(whole[t]) != 0)
                components[t].offset = whole[t].offset + start * whole[t].strides.back();
            else
                components[t].offset =
                    saturatingAdd(whole[t].offset, saturatingMul(start, whole[t].strides.back()));
        }
        out.push_back(viewOf(tensor, components));
    }
    return out;
}

} // namespace

Result<std::vector<Array>> unbindNested(const Tensor& tensor)
{
    auto components = componentGeometries(tensor);
    if (!components)
        return components.error();
    const auto& buffer = tensor.member("buffer").array;
    std::vector<Array> out;
    out.reserve(components->size());
    for (auto& component : *components)
        out.push_back({buffer.storage, buffer.dtype, std::move(component)});
    return out;
}

Result<NestedResult> transposeNested(const Tensor& tensor, std::int64_t dim0, std::int64_t dim1)
{
    auto components = componentGeometries(tensor);
    if (!components)
        return components.error();
    const auto a = innerDim(dim0, rankOf(*components));
    const auto b = innerDim(dim1, rankOf(*components));
    if (!a || !b)
        return !a ? a.error() : b.error();
    for (auto& component : *components) {
        std::swap(component.sizes[*a], component.sizes[*b]);
        std::swap(component.strides[*a], component.strides[*b]);
    }
    return viewOf(tensor, *components);
}

Result<std::vector<NestedResult>> chunkNested(const Tensor& tensor, std::int64_t chunks, std::int64_t dim)
{
    auto components = componentGeometries(tensor);
    if (!components)
        return components.error();
    const auto extent = lastExtent(*components, dim);
    if (!extent)
        return extent.error();
    if (chunks <= 0)
        return invalidArgument(say("wanted at least one chunk, found {0}", chunks));
    if (*extent % chunks != 0)
        return invalidArgument(say("wanted a last dim that {0} chunks divide, found extent {1}", chunks, *extent));
    return cut(tensor, std::move(*components), *extent, *extent / chunks, chunks);
}

Result<std::vector<NestedResult>> splitNested(const Tensor& tensor, std::int64_t length, std::int64_t dim)
{
    auto components = componentGeometries(tensor);
    if (!components)
        return components.error();
    const auto extent = lastExtent(*components, dim);
    if (!extent)
        return extent.error();
    if (length <= 0)
        return invalidArgument(say("wanted parts of at least one element, found {0}", length));
    const auto parts = std::max<std::int64_t>(1, *extent / length + (*extent % length != 0 ? 1 : 0));
    return cut(tensor, std::move(*components), *extent, length, parts);
}

Result<NestedResult> contiguousNested(const Tensor& tensor, std::int64_t maxBytes)
{
    const auto components = unbindNested(tensor);
    if (!components)
        return components.error();
    if (isContiguousNested(tensor).value_or(false))
        return NestedResult{tensor, true, 0};
    return nestedFromArrays(*components, maxBytes);
}

} // namespace tscope
