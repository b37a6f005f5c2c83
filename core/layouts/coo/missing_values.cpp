// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/missing_values.h"

#include "base/memory_budget.h"
#include "base/say.h"
#include "layouts/coo/coordinates.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/rewrites.h"
#include "tensor/tensor.h"

#include <algorithm>
#include <numeric>

namespace tscope::coo {

namespace {

// How many columns of indices have no value; 0 where the shapes do not say.
std::int64_t columnsWithoutValue(const Tensor& tensor)
{
    const auto& indices = tensor.member("indices").array.geometry.sizes;
    const auto& values = tensor.member("values").array.geometry.sizes;
    return indices.size() == 2 && !values.empty() ? std::max<std::int64_t>(indices[1] - values[0], 0) : 0;
}

} // namespace

bool areCountsKnown(const Reading& reading, const Report&)
{
    const auto& values = reading.tensor().member("values").array;
    return values.isReadable() && reading.tensor().member("indices").array.isReadable();
}

bool lacksSomeValues(const Reading& reading, const Report& report)
{
    const auto& tensor = reading.tensor();
    const auto missing = columnsWithoutValue(tensor);
    return missing > 0 && missing <= tensor.member("values").array.geometry.sizes[0] &&
           areCountsKnown(reading, report);
}

Result<EditList> planAppendValues(const Reading& reading, const Report& report)
{
    const auto& tensor = reading.tensor();
    const auto &indices = tensor.member("indices"), &values = tensor.member("values");
    if (!lacksSomeValues(reading, report) || whyTooRepeated(indices) || whyTooRepeated(values) ||
        bytesToRewrite(indices) > memoryBudget() || values.array.dtype.isOpaque())
        return notPossible();
    Picks picks{indices.array.geometry.sizes[1], {}};
    picks.first.assign(static_cast<std::size_t>(picks.count), -1);
    std::iota(picks.first.begin(), picks.first.begin() + values.array.geometry.sizes[0], 0);
    auto array = gathered(values.array, 0, picks);
    if (!array)
        return array.error();
    return EditList{{ReplaceArray{"values", std::move(*array), values.layout}}};
}

std::string appendedText(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto missing = columnsWithoutValue(tensor);
    const bool isNumber = tensor.member("values").array.geometry.rank() == 1;
    if (missing == 1)
        return isNumber ? say("append a 0 for the last column of indices, which has no value")
                        : say("append zeros for the last column of indices, which has no values");
    return say("append zeros for the last {0#} columns of indices, which have no values", missing);
}

std::string truncatedText(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto& indices = tensor.member("indices").array.geometry.sizes;
    const auto& values = tensor.member("values").array.geometry.sizes;
    if (indices.size() != 2 || values.empty() || indices[1] == values[0])
        return {};
    const auto lacking = indices[1] - values[0];
    if (lacking > 0)
        return lacking == 1 ? say("drop the last coordinate, which has no value")
                            : say("drop the last {0#} coordinates, which have no values", lacking);
    return lacking == -1 ? say("drop the last value, which has no coordinate")
                         : say("drop the last {0#} values, which have no coordinates", -lacking);
}

} // namespace tscope::coo
