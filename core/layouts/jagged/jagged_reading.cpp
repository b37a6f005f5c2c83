// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/jagged_reading.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

JaggedReading::JaggedReading(const Tensor& tensor)
    : Reading(tensor), m_values(tensor.member("values")), m_offsetsMember(tensor.member("offsets")),
      m_lengthsMember(tensor.find("lengths")), m_offsets(m_offsetsMember),
      m_lengths(m_lengthsMember ? Table(*m_lengthsMember) : Table()),
      m_raggedIdx(tensor.claims.integer("ragged_idx").value_or(1))
{
}

std::optional<std::size_t> JaggedReading::raggedDim() const
{
    if (m_raggedIdx < 1 || m_raggedIdx > m_values.array.geometry.rank())
        return std::nullopt;
    return static_cast<std::size_t>(m_raggedIdx - 1);
}

std::optional<std::int64_t> JaggedReading::raggedExtent() const
{
    const auto dim = raggedDim();
    return dim ? std::optional(m_values.array.geometry.sizes[*dim]) : std::nullopt;
}

std::optional<std::int64_t> JaggedReading::components() const
{
    const auto& shape = m_offsetsMember.array.geometry.sizes;
    if (shape.size() != 1 || shape[0] < 1)
        return std::nullopt;
    return shape[0] - 1;
}

bool JaggedReading::isLengthsShapeRight() const
{
    return m_lengthsMember->array.geometry.sizes == Extents{*components()};
}

std::optional<std::string> JaggedReading::whyOffsetsUnknown() const
{
    if (m_offsetsMember.array.geometry.rank() != 1)
        return say("{0} is broken", "JAG-3.1");
    if (!components())
        return say("{0} is broken", "JAG-3.2");
    if (!m_offsets.isReadable())
        return m_offsets.because();
    return std::nullopt;
}

std::optional<std::string> JaggedReading::whyLengthsUnknown() const
{
    if (m_offsetsMember.array.geometry.rank() != 1)
        return say("{0} is broken", "JAG-3.1");
    if (!components())
        return say("{0} is broken", "JAG-3.2");
    if (!isLengthsShapeRight())
        return say("{0} is broken", "JAG-3.3");
    if (!m_lengths.isReadable())
        return m_lengths.because();
    return std::nullopt;
}

std::optional<std::string> JaggedReading::whyRunsUnknown() const
{
    if (auto because = whyOffsetsUnknown())
        return because;
    return hasLengths() ? whyLengthsUnknown() : std::nullopt;
}

Wide JaggedReading::length(std::int64_t component) const
{
    if (hasLengths())
        return storedLength(component);
    return Wide(offset(component + 1)) + Wide::product(offset(component), -1);
}

Outline JaggedReading::outline() const
{
    Outline out;
    if (m_values.layout == "strided") // holes are never contiguous
        out.contiguous = !hasLengths() && tscope::isContiguous(m_values.array.geometry);
    const auto count = components();
    const auto ragged = raggedDim();
    if (!count || !ragged)
        return out;
    const auto& shape = m_values.array.geometry.sizes;
    std::vector<OuterExtent> size{{OuterExtent::Kind::number, *count}};
    Wide rest = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        size.push_back(d == *ragged ? OuterExtent{OuterExtent::Kind::ragged, 0}
                                    : OuterExtent{OuterExtent::Kind::number, shape[d]});
        if (d != *ragged)
            rest = shape[d] <= 0 ? Wide(0) : rest * Wide(shape[d]);
    }
    out.size = std::move(size);
    if (whyRunsUnknown())
        return out;
    Wide entries = 0;
    for (std::int64_t b = 0; b < *count; ++b) {
        if (length(b) < Wide(0))
            return out;
        entries = entries + length(b);
    }
    out.numel = (entries * rest).asInt64();
    return out;
}

Result<Extents> JaggedReading::bounds() const
{
    const auto ragged = raggedDim();
    if (!ragged)
        return unsupported(say("which dim is ragged can't be told: JAG-3.4 is broken"));
    if (const auto because = whyRunsUnknown())
        return unsupported(say("where the components are can't be read: {0}", *because));
    Extents out{*components()};
    const auto& shape = m_values.array.geometry.sizes;
    out.insert(out.end(), shape.begin(), shape.end());
    Wide longest = 0;
    for (std::int64_t b = 0; b < out[0]; ++b)
        longest = std::max(longest, length(b));
    out[*ragged + 1] = longest.clamped();
    return out;
}

std::optional<Extents> JaggedReading::componentSize(std::int64_t component) const
{
    const auto ragged = raggedDim();
    if (!ragged || whyRunsUnknown() || component < 0 || component >= *components())
        return std::nullopt;
    auto out = m_values.array.geometry.sizes;
    out[*ragged] = std::max<std::int64_t>(0, length(component).clamped());
    return out;
}

} // namespace tscope
