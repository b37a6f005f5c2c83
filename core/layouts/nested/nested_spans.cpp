// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/nested_spans.h"

#include "layouts/nested/nested_reading.h"
#include "layouts/shared/span_search.h"

namespace tscope {

void spansOverNested(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
                     const SpanVisitor& visit)
{
    const NestedReading reading(tensor);
    const auto& buffer = reading.buffer();
    if (role != buffer.role->name || reading.whyComponentsUnknown() || !isContiguous(buffer.array.geometry))
        return;
    const auto base = buffer.array.geometry.offset;
    const auto slots = numel(buffer.array.geometry).value_or(0);
    Geometry component;
    const auto runOf = [&](std::int64_t t) -> std::optional<SpanRun> {
        reading.component(t, component);
        const auto reached = reach(component);
        const auto from = (reached ? reached->first : Wide(component.offset)) + Wide::product(base, -1);
        const auto to = (reached ? reached->last + Wide(1) : Wide(component.offset)) + Wide::product(base, -1);
        if (from < Wide(0) || to > Wide(slots))
            return std::nullopt;
        return SpanRun{*from.asInt64(), *to.asInt64()};
    };
    const auto endOf = [&](std::int64_t t) {
        return t + 1 < reading.components() ? reading.offset(t + 1) : slots;
    };
    forRunsOver(reading.components(), begin, end, runOf, endOf, [&](std::int64_t t, const SpanRun& run) {
        return visit({t, Slots{reading.offsetsMember().role->name, t, t + 1},
                      Slots{buffer.role->name, run.begin, run.end}});
    });
}

} // namespace tscope
