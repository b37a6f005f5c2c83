// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/nearest_indices.h"

#include <algorithm>

namespace tscope {

void setToNearest(std::span<std::int64_t> indices, std::int64_t extent, const std::vector<bool>& isAbove)
{
    const auto isOutside = [&](std::int64_t index) { return index < 0 || index >= extent; };
    const auto step = [&](std::size_t k) -> std::int64_t { return isAbove.empty() || isAbove[k] ? 1 : 0; };
    std::vector<std::int64_t> highest(indices.size()); // that leaves room for those after it
    auto above = extent - 1;
    for (auto k = indices.size(); k-- > 0;) {
        highest[k] = isOutside(indices[k]) ? above : indices[k];
        above = highest[k] - step(k);
    }
    std::int64_t lowest = 0;
    for (std::size_t k = 0; k < indices.size(); ++k) {
        auto& index = indices[k];
        if (k > 0)
            lowest = indices[k - 1] + step(k);
        if (isOutside(index))
            index = lowest <= highest[k] ? std::clamp(index, lowest, highest[k])
                                         : std::clamp<std::int64_t>(index, 0, extent - 1);
    }
}

} // namespace tscope
