// SPDX-License-Identifier: Apache-2.0
#include "timing/memory_need.h"

#include "base/checked_math.h"

#include <algorithm>

namespace tscope::timing {

std::optional<std::int64_t> bytesInForm(const Session& session, const std::string& name, const Tensor& tensor,
                                        const FormWish& wish)
{
    const auto variant = variantOf(tensor, wish);
    if (variantOf(tensor) == variant)
        return 0;
    const auto row = std::ranges::find_if(session.footprints, [&](const FootprintRow& footprint) {
        return footprint.tensor == name && footprint.variant == variant;
    });
    if (row != session.footprints.end())
        return row->bytes();
    if (wish.layout->family != "strided")
        return std::nullopt;
    const auto bounds = tensor.layout->read(tensor, {})->bounds();
    const auto count = bounds ? numel(*bounds) : std::nullopt;
    return saturatingMul(count.value_or(int64Max), wish.dtype.value_or(tensor.declaredDType()).itemSize());
}

} // namespace tscope::timing
