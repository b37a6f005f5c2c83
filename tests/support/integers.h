// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"

#include <cstdint>
#include <vector>

namespace tscope::test {

// All elements in the order of the index. Precondition: they are indices.
inline std::vector<std::int64_t> integers(const Array& array)
{
    std::vector<std::int64_t> out;
    for (std::int64_t k = 0; k < *numel(array.geometry); ++k)
        out.push_back(*array.at(k).asIndex());
    return out;
}

} // namespace tscope::test
