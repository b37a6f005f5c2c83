// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "dispatch/params.h"

#include <cstdint>
#include <vector>

namespace tscope {

// The slices of a tensor that an operation over dims makes one element of each.
class ReducedSlices
{
public:
    // `params` as the operation was called: its "dim" names dims, none means all. A tensor without dims has none.
    ReducedSlices(const Params& params, const Extents& size);

    // The row-major position of the result's element that the element of this index has a part in.
    std::int64_t positionOf(const Extents& index) const;
    std::int64_t count() const { return m_count; }
    std::int64_t elementsEach() const { return m_elementsEach; }

private:
    Extents m_strides; // of the result by the dims of the tensor; 0 where they are reduced
    std::int64_t m_count = 1, m_elementsEach = 1;
};

} // namespace tscope
