// SPDX-License-Identifier: Apache-2.0
#include "facts/logical_shape.h"

#include "anatomy/reading.h"

#include <algorithm>

namespace tscope {

Result<LogicalShape> logicalShape(const Tensor& tensor)
{
    const auto reading = tensor.layout->read(tensor, {});
    auto bounds = reading->bounds();
    if (!bounds)
        return bounds.error();
    LogicalShape out{*std::move(bounds)};
    for (auto& extent : out.extents)
        extent = std::max<std::int64_t>(extent, 0);
    const auto size = reading->hasComponents() ? reading->outline().size : std::nullopt;
    out.ragged = size && std::ranges::any_of(*size, [](const OuterExtent& extent) {
                     return extent.kind != OuterExtent::Kind::number;
                 });
    return out;
}

} // namespace tscope
