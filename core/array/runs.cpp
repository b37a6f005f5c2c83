// SPDX-License-Identifier: Apache-2.0
#include "array/runs.h"

#include "base/check.h"

#include <algorithm>

namespace tscope {

Runs::Runs(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides, std::int64_t offset)
    : m_offset(offset)
{
    const bool areExtents = std::ranges::none_of(sizes, [](std::int64_t size) { return size < 0; });
    const auto count = areExtents ? checkedProduct(sizes) : std::nullopt;
    TSCOPE_CHECK(sizes.size() == strides.size() && count, "runs are made of a well-formed geometry");
    m_numel = *count;
    if (m_numel == 0)
        return;          // strides may be anything here, so they are not looked at
    bool hasDim = false; // whether length and stride are those of a dim yet
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (sizes[d] == 1)
            continue;
        // A step of the dim before goes exactly where this dim ends.
        const bool goesOn = hasDim && checkedMul(sizes[d], strides[d]) == m_stride;
        if (hasDim && !goesOn)
            m_outer.push_back({m_length, m_stride});
        m_length = goesOn ? m_length * sizes[d] : sizes[d];
        m_stride = strides[d];
        hasDim = true;
    }
}

} // namespace tscope
