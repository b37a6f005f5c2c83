// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "layouts/shared/table.h"

#include <string>

namespace tscope {

// A nested tensor's tables as T components of D dims each. Every component is a geometry on the buffer's storage;
// what stands in the way of knowing them is a sentence.
class NestedReading final : public Reading
{
public:
    explicit NestedReading(const Tensor& tensor);

    Outline outline() const override;
    Result<Extents> bounds() const override;
    bool hasComponents() const override { return true; }
    std::optional<Extents> componentSize(std::int64_t component) const override;

    const Member& buffer() const { return m_buffer; }
    const Member& sizesMember() const { return m_sizesMember; }
    const Member& stridesMember() const { return m_stridesMember; }
    const Member& offsetsMember() const { return m_offsetsMember; }

    std::int64_t components() const { return m_components; } // T: 0 when nested_sizes has no dims
    std::int64_t rank() const { return m_rank; }             // D: 0 when nested_sizes has less than two dims
    // How long the buffer's storage is, in elements: what components have to fit into.
    std::int64_t storageNumel() const { return m_buffer.array.storageNumel(); }

    // Whether the shapes are as NST-3.2, 3.3 and 3.4 want them.
    bool isSizesShapeRight() const;
    bool isStridesShapeRight() const;
    bool isOffsetsShapeRight() const;
    Extents expectedOffsetsShape() const { return {m_components}; }

    // Why a table's entries are unknown; nothing when they can be asked for.
    std::optional<std::string> whySizesUnknown() const;
    std::optional<std::string> whyStridesUnknown() const;
    std::optional<std::string> whyOffsetsUnknown() const;
    // Why the components' places are unknown: any of the above, or the buffer is not one strided row.
    std::optional<std::string> whyComponentsUnknown() const;

    // Preconditions: the table is known; 0 <= component < T, 0 <= dim < D.
    std::int64_t size(std::int64_t component, std::int64_t dim) const;
    std::int64_t stride(std::int64_t component, std::int64_t dim) const;
    std::int64_t offset(std::int64_t component) const;
    // Fills `out`, whose memory is used again. Precondition: components are known.
    void component(std::int64_t index, Geometry& out) const;

    // NST-5.1: packed one behind the other, row-major, from slot 0 on; strides are plain running products. Nothing
    // when the components are not known.
    std::optional<bool> isContiguous() const;

    // The rule by which a component with a negative entry is refused: "NST-4.1" .. "NST-4.3"; nothing when all
    // entries of all components are >= 0. Precondition: components are known.
    std::optional<std::string_view> ruleOfNegatives() const;

private:
    const Member& m_buffer;
    const Member& m_sizesMember;
    const Member& m_stridesMember;
    const Member& m_offsetsMember;
    Table m_sizes, m_strides, m_offsets;
    std::int64_t m_components = 0;
    std::int64_t m_rank = 0;
};

// No entry of a component is negative.
bool hasNoNegative(const Geometry& component);

} // namespace tscope
