// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/pack.h"

#include "base/say.h"
#include "base/thread_pool.h"
#include "layouts/nested/nested.h"
#include "layouts/nested/nested_reading.h"
#include "layouts/shared/strided_copy.h"

#include <algorithm>

namespace tscope {

namespace {

Member inRole(std::string_view role, Array array)
{
    return {roleNamed(nestedLayout(), role), std::move(array)};
}

// The tables of components, one after the other.
class Tables
{
public:
    explicit Tables(std::size_t components) : m_count(static_cast<std::int64_t>(components))
    {
        m_offsets.reserve(components);
    }

    void add(const Extents& sizes, const Extents& strides, std::int64_t offset)
    {
        m_rank = static_cast<std::int64_t>(sizes.size());
        m_sizes.insert(m_sizes.end(), sizes.begin(), sizes.end());
        m_strides.insert(m_strides.end(), strides.begin(), strides.end());
        m_offsets.push_back(offset);
    }

    Tensor over(Array buffer) const
    {
        const Extents shape{m_count, m_rank};
        auto tensor =
            makeTensor(nestedLayout(), {inRole("buffer", std::move(buffer)),
                                        inRole("nested_sizes", Array::fromInts(shape, m_sizes)),
                                        inRole("nested_strides", Array::fromInts(shape, m_strides)),
                                        inRole("storage_offsets", Array::fromInts({m_count}, m_offsets))});
        return std::move(*tensor); // four roles, each given once
    }

private:
    std::int64_t m_count, m_rank = 0;
    std::vector<std::int64_t> m_sizes, m_strides, m_offsets;
};

// Strides and offsets as NST-5.1 has them: plain running products, zero sizes and all.
Extents packedStrides(const Extents& shape)
{
    Extents strides(shape.size());
    std::int64_t product = 1;
    for (auto d = shape.size(); d-- > 0;) {
        strides[d] = product;
        product = saturatingMul(product, shape[d]);
    }
    return strides;
}

// Bytes of a buffer with these components and of its tables.
Result<std::int64_t> bytesOf(std::span<const Extents> shapes, std::int64_t itemSize, std::int64_t maxBytes)
{
    Wide elements = 0;
    for (std::size_t t = 0; t < shapes.size(); ++t) {
        if (shapes[t].size() != shapes[0].size())
            return invalidArgument(
                say("components of a nested tensor have one rank: component 0 has {0} dims, component {1} has {2}",
                    shapes[0].size(), t, shapes[t].size()));
        const auto count = numel(shapes[t]);
        if (!count)
            return invalidArgument(
                say("component {0} has size {1}, which is no countable number of elements", t, text(shapes[t])));
        elements = elements + Wide(*count);
    }
    const auto rank = shapes.empty() ? std::size_t{0} : shapes[0].size();
    const auto entries =
        Wide::product(static_cast<std::int64_t>(shapes.size()), static_cast<std::int64_t>(2 * rank + 1));
    const auto bytes = elements * Wide(itemSize);
    if (bytes + entries * Wide(8) > Wide(maxBytes))
        return Error{ErrorCode::outOfMemory,
                     say("a nested tensor of these components takes {0} bytes, allowed are {1}",
                         (bytes + entries * Wide(8)).clamped(), maxBytes)};
    return bytes.clamped();
}

Result<void> convertInto(const Array& from, const DType& dtype, std::byte* out)
{
    const auto count = *numel(from.geometry);
    for (std::int64_t k = 0; k < count; ++k) {
        const auto element = Element::from(from.at(k).number(), dtype);
        if (!element)
            return element.error();
        std::ranges::copy(element->bytes(), out + k * dtype.itemSize());
    }
    return {};
}

} // namespace

Tensor packedNested(Array buffer, std::span<const Extents> shapes)
{
    Tables tables(shapes.size());
    std::int64_t offset = 0;
    for (const auto& shape : shapes) {
        tables.add(shape, packedStrides(shape), offset);
        offset = saturatingAdd(offset, numel(shape).value_or(0));
    }
    return tables.over(std::move(buffer));
}

Tensor nestedOf(Array buffer, std::span<const Geometry> components)
{
    Tables tables(components.size());
    for (const auto& component : components)
        tables.add(component.sizes, component.strides, component.offset);
    return tables.over(std::move(buffer));
}

Result<NestedResult> nestedFromArrays(std::span<const Array> components, std::int64_t maxBytes)
{
    const auto dtype = components.empty() ? DType(ElementType::f32) : components[0].dtype;
    std::vector<Extents> shapes;
    std::vector<std::int64_t> begins;
    std::int64_t elements = 0;
    bool oneType = true;
    for (std::size_t t = 0; t < components.size(); ++t) {
        if (!components[t].isReadable())
            return invalidArgument(
                say("component {0} can't be read: its elements have no data or lie outside their storage", t));
        oneType = oneType && components[t].dtype == dtype;
        shapes.push_back(components[t].geometry.sizes);
        begins.push_back(elements);
        elements = saturatingAdd(elements, numel(shapes.back()).value_or(0));
    }
    const auto bytes = bytesOf(shapes, dtype.itemSize(), maxBytes);
    if (!bytes)
        return bytes.error();
    auto builder = StorageBuilder::make(*bytes);
    if (!builder)
        return builder.error();
    auto* out = builder->bytes().data();
    if (oneType) {
        parallelFor(static_cast<std::int64_t>(components.size()), [&](std::int64_t part) {
            const auto t = static_cast<std::size_t>(part);
            copyElements(components[t], {out + begins[t] * dtype.itemSize(), rowMajorStrides(shapes[t])});
        });
    } else {
        for (std::size_t t = 0; t < components.size(); ++t)
            if (auto done = convertInto(components[t], dtype, out + begins[t] * dtype.itemSize()); !done)
                return invalidArgument(
                    say("component {0} does not fit the element type of component 0: {1}", t, done.error().text));
    }
    const auto device = components.empty() ? Device{} : components[0].storage->device();
    Array buffer{std::move(*builder).seal({.device = device}), dtype, Geometry::rowMajor({elements})};
    return NestedResult{packedNested(std::move(buffer), shapes), false, *bytes};
}

Result<NestedResult> nestedFromShapes(std::span<const Extents> shapes, const DType& dtype, std::int64_t maxBytes)
{
    const auto bytes = bytesOf(shapes, dtype.itemSize(), maxBytes);
    if (!bytes)
        return bytes.error();
    if (dtype.isOpaque())
        return unsupported(say("elements of type {0} can't be made", dtype.name()));
    auto builder = StorageBuilder::make(*bytes);
    if (!builder)
        return builder.error();
    const auto elements = *bytes / dtype.itemSize();
    for (std::int64_t k = 0; k < elements; ++k) {
        const auto element = Element::from(Number(k + 1), dtype);
        if (!element)
            return element.error();
        std::ranges::copy(element->bytes(), builder->bytes().data() + k * dtype.itemSize());
    }
    Array buffer{std::move(*builder).seal(), dtype, Geometry::rowMajor({elements})};
    return NestedResult{packedNested(std::move(buffer), shapes), false, *bytes};
}

std::optional<bool> isContiguousNested(const Tensor& tensor)
{
    return NestedReading(tensor).isContiguous();
}

Result<std::vector<Geometry>> componentGeometries(const Tensor& tensor)
{
    const NestedReading reading(tensor);
    if (const auto because = reading.whyComponentsUnknown())
        return invalidArgument(say("where the components are can't be read: {0}", *because));
    std::vector<Geometry> components(static_cast<std::size_t>(reading.components()));
    for (std::int64_t t = 0; t < reading.components(); ++t) {
        auto& component = components[static_cast<std::size_t>(t)];
        reading.component(t, component);
        if (!hasNoNegative(component))
            return invalidArgument(say("component {0} has a negative size, stride or offset", t));
        if (!isInBounds(component, reading.storageNumel()))
            return invalidArgument(
                say("component {0} reaches outside the {1} elements of its storage", t, reading.storageNumel()));
    }
    return components;
}

} // namespace tscope
