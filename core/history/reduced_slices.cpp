// SPDX-License-Identifier: Apache-2.0
#include "history/reduced_slices.h"

#include "base/checked_math.h"

namespace tscope {

ReducedSlices::ReducedSlices(const Params& params, const Extents& size) : m_strides(size.size())
{
    const auto& dims = params.integers("dim");
    const auto rank = static_cast<std::int64_t>(size.size());
    std::vector<bool> isReduced(size.size(), dims.empty());
    for (const auto dim : dims)
        if (rank > 0)
            isReduced[static_cast<std::size_t>(dim < 0 ? dim + rank : dim)] = true;
    for (auto d = size.size(); d-- > 0;)
        if (isReduced[d]) {
            m_elementsEach = saturatingMul(m_elementsEach, size[d]);
        } else {
            m_strides[d] = m_count;
            m_count = saturatingMul(m_count, size[d]);
        }
}

std::int64_t ReducedSlices::positionOf(const Extents& index) const
{
    std::int64_t position = 0;
    for (std::size_t d = 0; d < index.size(); ++d)
        position += index[d] * m_strides[d];
    return position;
}

} // namespace tscope
