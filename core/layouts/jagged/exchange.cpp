// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/exchange.h"

#include "base/say.h"
#include "layouts/nested/nested_views.h"

#include <algorithm>

namespace tscope {

Result<JaggedResult> toJagged(const Tensor& nested, std::int64_t maxBytes)
{
    const auto components = unbindNested(nested);
    if (!components)
        return components.error();
    std::vector<Extents> shapes;
    for (const auto& component : *components)
        shapes.push_back(component.geometry.sizes);
    const auto ragged = raggedDimOf(shapes);
    if (!ragged)
        return ragged.error();

    // Packed components are concatenated already, unless there is something in front of the ragged dim.
    const auto before = std::span(shapes[0]).first(*ragged);
    const bool isConcatenated =
        components->size() == 1 || std::ranges::all_of(before, [](auto e) { return e == 1; });
    if (!isContiguousNested(nested).value_or(false) || !isConcatenated)
        return jaggedFromArrays(*components, maxBytes);
    const auto joined = joinedComponents(shapes, *ragged);
    if (!joined)
        return joined.error();
    const auto& buffer = nested.member("buffer").array;
    Array values{buffer.storage, buffer.dtype, Geometry::rowMajor(joined->size)};
    return JaggedResult{jaggedOf(std::move(values), *ragged, joined->extents), true, 0};
}

Result<NestedResult> toNested(const Tensor& jagged)
{
    const auto components = unbindJagged(jagged);
    if (!components)
        return components.error();
    std::vector<Geometry> geometries;
    std::int64_t behind = 0; // where the one before ends: empty ones, which lie anywhere, are said to lie there
    for (const auto& component : *components) {
        auto& geometry = geometries.emplace_back(component.geometry);
        const auto elements = numel(geometry).value_or(0);
        if (elements == 0)
            geometry.offset = behind;
        behind = geometry.offset + elements;
    }
    const auto& values = jagged.member("values").array;
    if (std::ranges::any_of(values.geometry.strides, [](auto stride) { return stride < 0; }))
        return invalidArgument(
            say("components of a nested tensor have no negative strides, found values with strides {0}",
                text(values.geometry.strides)));
    // Offsets of components count from the start of the storage, so the buffer is all of it.
    Array buffer{values.storage, values.dtype, Geometry::rowMajor({values.storageNumel()})};
    return NestedResult{nestedOf(std::move(buffer), geometries), true, 0};
}

} // namespace tscope
