// SPDX-License-Identifier: Apache-2.0
#include "array/runs.h"

#include "base/check.h"

namespace tscope {

Runs::Runs(const Geometry& geometry) : m_offset(geometry.offset)
{
    const auto count = tscope::numel(geometry);
    TSCOPE_CHECK(geometry.isWellFormed() && count, "runs are made of a well-formed geometry");
    m_numel = *count;
    if (m_numel == 0)
        return; // strides may be anything here, so they are not looked at
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        const Dim dim{geometry.sizes[d], geometry.strides[d]};
        if (dim.size == 1)
            continue;
        // A step of the dim before goes exactly where this dim ends.
        if (!m_outer.empty() && checkedMul(dim.size, dim.stride) == m_outer.back().stride)
            m_outer.back() = {m_outer.back().size * dim.size, dim.stride};
        else
            m_outer.push_back(dim);
    }
    if (!m_outer.empty()) {
        m_length = m_outer.back().size;
        m_stride = m_outer.back().stride;
        m_outer.pop_back();
    }
}

} // namespace tscope
