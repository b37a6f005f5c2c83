// SPDX-License-Identifier: Apache-2.0
#include "timing/form_need.h"

#include "base/checked_math.h"
#include "timing/number_text.h"

#include <algorithm>

namespace tscope::timing {

std::optional<FormNeed> needOfForm(const Session& session, const std::string& name, const Tensor& tensor,
                                   const FormWish& wish)
{
    const auto variant = variantOf(tensor, wish);
    if (variantOf(tensor) == variant)
        return FormNeed{};
    const auto row = std::ranges::find_if(session.footprints, [&](const FootprintRow& footprint) {
        return footprint.tensor == name && footprint.variant == variant;
    });
    if (row != session.footprints.end())
        return FormNeed{row->bytes(), row->fill > 0};
    if (wish.layout->family != "strided")
        return std::nullopt;
    const auto bounds = tensor.layout->read(tensor, {})->bounds();
    const auto count = bounds ? numel(*bounds) : std::nullopt;
    return FormNeed{
        saturatingMul(count.value_or(int64Max), wish.dtype.value_or(tensor.declaredDType()).itemSize()),
        tensor.layout->family != "strided"};
}

std::optional<std::string> whyLeftOut(const FormNeed& need, std::int64_t budget)
{
    if (!need.hasFill || need.bytes <= budget)
        return std::nullopt;
    return "left out: " + amountText(need.bytes) + ", more than the budget of " + budgetText(budget);
}

std::string budgetText(std::int64_t bytes)
{
    for (const auto& [size, name] : {std::pair(std::int64_t{1} << 30, " GiB"), {std::int64_t{1} << 20, " MiB"}})
        if (bytes >= size && bytes % size == 0)
            return std::to_string(bytes / size) + name;
    return amountText(bytes);
}

} // namespace tscope::timing
