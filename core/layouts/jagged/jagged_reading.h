// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "layouts/shared/table.h"

#include <string>

namespace tscope {

// A jagged tensor: Bt components, each a run of one dim of `values` (the ragged one). Without lengths a component
// ends where the next begins; with lengths there may be holes.
class JaggedReading final : public Reading
{
public:
    explicit JaggedReading(const Tensor& tensor);

    Outline outline() const override;
    Result<Extents> bounds() const override;
    bool hasComponents() const override { return true; }
    // A negative length counts as none.
    std::optional<Extents> componentSize(std::int64_t component) const override;

    const Member& values() const { return m_values; }
    const Member& offsetsMember() const { return m_offsetsMember; }
    const Member* lengthsMember() const { return m_lengthsMember; } // null: no lengths
    bool hasLengths() const { return m_lengthsMember != nullptr; }

    std::int64_t raggedIdx() const { return m_raggedIdx; } // claimed, else 1
    std::optional<std::size_t> raggedDim() const;          // of values; nothing when JAG-3.4 is broken
    std::optional<std::int64_t> raggedExtent() const;      // of values along it
    std::optional<std::int64_t> components() const;        // Bt; nothing when JAG-3.1 or 3.2 is broken
    bool isLengthsShapeRight() const;                      // precondition: Bt is known, there are lengths

    // Why entries are unknown; nothing when they can be asked for.
    std::optional<std::string> whyOffsetsUnknown() const;
    std::optional<std::string> whyLengthsUnknown() const; // Bt or lengths alone; precondition: there are lengths
    // Why the components' runs are unknown.
    std::optional<std::string> whyRunsUnknown() const;

    // Preconditions: known, in range. Lengths without a member are differences of offsets, in unbounded integers.
    std::int64_t offset(std::int64_t i) const { return m_offsets.at(i); }
    std::int64_t storedLength(std::int64_t component) const { return m_lengths.at(component); }
    Wide length(std::int64_t component) const;

private:
    const Member& m_values;
    const Member& m_offsetsMember;
    const Member* m_lengthsMember;
    Table m_offsets, m_lengths;
    std::int64_t m_raggedIdx;
};

} // namespace tscope
