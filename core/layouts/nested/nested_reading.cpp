// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/nested_reading.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// Tables without rows may claim any number of columns; nobody can look at more dims than this.
constexpr std::int64_t maxShownRank = 1 << 16;

// The sum of the components' products. Precondition: sizes are readable, T >= 0, D > 0.
std::optional<std::int64_t> totalNumel(const NestedReading& reading)
{
    Wide total = 0;
    Extents extents(static_cast<std::size_t>(reading.rank()));
    for (std::int64_t t = 0; t < reading.components(); ++t) {
        for (std::int64_t d = 0; d < reading.rank(); ++d)
            extents[static_cast<std::size_t>(d)] = reading.size(t, d);
        const auto product = numel(extents);
        if (!product)
            return std::nullopt;
        total = total + Wide(*product);
    }
    return total.asInt64();
}

} // namespace

NestedReading::NestedReading(const Tensor& tensor)
    : Reading(tensor), m_buffer(tensor.member("buffer")), m_sizesMember(tensor.member("nested_sizes")),
      m_stridesMember(tensor.member("nested_strides")), m_offsetsMember(tensor.member("storage_offsets")),
      m_sizes(m_sizesMember), m_strides(m_stridesMember), m_offsets(m_offsetsMember)
{
    const auto& shape = m_sizesMember.array.geometry.sizes;
    m_components = shape.empty() ? 0 : shape[0];
    m_rank = shape.size() < 2 ? 0 : shape[1];
}

bool NestedReading::isSizesShapeRight() const
{
    const auto& geometry = m_sizesMember.array.geometry;
    return (geometry.rank() == 0 || geometry.rank() == 2) && tscope::isContiguous(geometry);
}

bool NestedReading::isStridesShapeRight() const
{
    const auto& geometry = m_stridesMember.array.geometry;
    return geometry.sizes == m_sizesMember.array.geometry.sizes && tscope::isContiguous(geometry);
}

bool NestedReading::isOffsetsShapeRight() const
{
    return m_offsetsMember.array.geometry.sizes == expectedOffsetsShape();
}

std::optional<std::string> NestedReading::whySizesUnknown() const
{
    if (!isSizesShapeRight())
        return say("{0} is broken", "NST-3.2");
    if (!m_sizes.isReadable())
        return m_sizes.because();
    return std::nullopt;
}

std::optional<std::string> NestedReading::whyStridesUnknown() const
{
    if (!isSizesShapeRight())
        return say("{0} is broken", "NST-3.2");
    if (!isStridesShapeRight())
        return say("{0} is broken", "NST-3.3");
    if (!m_strides.isReadable())
        return m_strides.because();
    return std::nullopt;
}

std::optional<std::string> NestedReading::whyOffsetsUnknown() const
{
    const auto rank = m_sizesMember.array.geometry.rank();
    if (rank != 0 && rank != 2)
        return say("{0} is broken", "NST-3.2");
    if (!isOffsetsShapeRight())
        return say("{0} is broken", "NST-3.4");
    if (!m_offsets.isReadable())
        return m_offsets.because();
    return std::nullopt;
}

std::optional<std::string> NestedReading::whyComponentsUnknown() const
{
    if (m_buffer.layout != "strided")
        return say("{0} is not strided but {1}", "buffer", m_buffer.layout);
    if (m_buffer.array.geometry.rank() != 1)
        return say("{0} is broken", "NST-3.1");
    if (m_buffer.array.dtype.itemSize() == 0)
        return say("the element size of buffer is not known");
    if (auto because = whySizesUnknown())
        return because;
    if (auto because = whyStridesUnknown())
        return because;
    return whyOffsetsUnknown();
}

std::int64_t NestedReading::size(std::int64_t component, std::int64_t dim) const
{
    return m_sizes.at(component * m_rank + dim);
}

std::int64_t NestedReading::stride(std::int64_t component, std::int64_t dim) const
{
    return m_strides.at(component * m_rank + dim);
}

std::int64_t NestedReading::offset(std::int64_t component) const
{
    return m_offsets.at(component);
}

void NestedReading::component(std::int64_t index, Geometry& out) const
{
    out.sizes.resize(static_cast<std::size_t>(m_rank));
    out.strides.resize(static_cast<std::size_t>(m_rank));
    for (std::int64_t d = 0; d < m_rank; ++d) {
        out.sizes[static_cast<std::size_t>(d)] = size(index, d);
        out.strides[static_cast<std::size_t>(d)] = stride(index, d);
    }
    out.offset = offset(index);
}

std::optional<bool> NestedReading::isContiguous() const
{
    if (whyComponentsUnknown())
        return std::nullopt;
    Wide expected = 0;
    for (std::int64_t t = 0; t < m_components; ++t) {
        Wide product = 1;
        for (auto d = m_rank; d-- > 0;) {
            if (Wide(stride(t, d)) != product)
                return false;
            product = product * Wide(size(t, d));
        }
        if (Wide(offset(t)) != expected)
            return false;
        expected = expected + (m_rank == 0 ? Wide(1) : Wide::product(size(t, 0), stride(t, 0)));
    }
    return true;
}

std::optional<std::string_view> NestedReading::ruleOfNegatives() const
{
    const auto anyNegative = [](const Table& table, std::int64_t count) {
        for (std::int64_t k = 0; k < count; ++k)
            if (table.at(k) < 0)
                return true;
        return false;
    };
    if (anyNegative(m_sizes, m_components * m_rank))
        return "NST-4.1";
    if (anyNegative(m_strides, m_components * m_rank))
        return "NST-4.2";
    if (anyNegative(m_offsets, m_components))
        return "NST-4.3";
    return std::nullopt;
}

Outline NestedReading::outline() const
{
    using enum OuterExtent::Kind;
    Outline out;
    out.contiguous = isContiguous();
    const auto dims = m_sizesMember.array.geometry.rank();
    if (dims == 0) {
        out.size = {{number, 0}};
        out.numel = 0;
        return out;
    }
    if (dims != 2 || m_components < 0 || m_rank < 0 || m_rank > maxShownRank || !m_sizes.isReadable())
        return out;
    std::vector<OuterExtent> outer(static_cast<std::size_t>(m_rank) + 1, OuterExtent{irregular, 0});
    outer[0] = {number, m_components};
    for (std::int64_t d = 0; d < m_rank && m_components > 0; ++d) {
        const auto first = size(0, d);
        bool agree = true;
        for (std::int64_t t = 1; agree && t < m_components; ++t)
            agree = size(t, d) == first;
        if (agree)
            outer[static_cast<std::size_t>(d) + 1] = {number, first};
    }
    out.size = std::move(outer);
    out.numel = m_rank == 0 ? m_components : totalNumel(*this);
    return out;
}

Result<Extents> NestedReading::bounds() const
{
    if (m_sizesMember.array.geometry.rank() == 0)
        return Extents{0};
    if (const auto because = whySizesUnknown())
        return unsupported(say("the sizes of the components can't be read: {0}", *because));
    if (m_components < 0 || m_rank < 0 || m_rank > maxShownRank)
        return unsupported(say("nested_sizes of {0} describes no components that can be shown",
                               text(m_sizesMember.array.geometry.sizes)));
    Extents out(static_cast<std::size_t>(m_rank) + 1, 0);
    out[0] = m_components;
    for (std::int64_t t = 0; m_rank > 0 && t < m_components; ++t)
        for (std::int64_t d = 0; d < m_rank; ++d)
            if (auto& extent = out[static_cast<std::size_t>(d) + 1]; size(t, d) > extent)
                extent = size(t, d);
    return out;
}

std::optional<Extents> NestedReading::componentSize(std::int64_t component) const
{
    if (m_sizesMember.array.geometry.rank() == 0 || whySizesUnknown() || component < 0 ||
        component >= m_components)
        return std::nullopt;
    Extents out;
    for (std::int64_t d = 0; d < m_rank; ++d)
        out.push_back(size(component, d));
    return out;
}

bool hasNoNegative(const Geometry& component)
{
    const auto isNegative = [](std::int64_t number) { return number < 0; };
    return component.offset >= 0 && std::ranges::none_of(component.sizes, isNegative) &&
           std::ranges::none_of(component.strides, isNegative);
}

} // namespace tscope
