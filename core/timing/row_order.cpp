// SPDX-License-Identifier: Apache-2.0
#include "timing/row_order.h"

#include "layouts/coo/reading.h"

#include <algorithm>

namespace tscope::timing {

std::optional<bool> areInRowOrder(const Tensor& tensor, const Watch& watch)
{
    if (tensor.layout == nullptr || tensor.layout->family != "coo")
        return std::nullopt;
    const CooReading reading(tensor, {});
    if (reading.whyNoOrder() || reading.sparseDims() != 2)
        return std::nullopt;
    const auto rows = reading.rows();
    constexpr std::int64_t chunk = 1 << 16;
    IndexRows::Scratch scratch;
    std::int64_t last = -1;
    for (std::int64_t begin = 0; begin < rows.columns(); begin += chunk) {
        if (watch.isStopped())
            return std::nullopt;
        const auto end = std::min(rows.columns(), begin + chunk);
        const auto* row = rows.read(0, begin, end, scratch);
        if (row[0] < last || !std::is_sorted(row, row + (end - begin)))
            return false;
        last = row[end - begin - 1];
    }
    return true;
}

} // namespace tscope::timing
