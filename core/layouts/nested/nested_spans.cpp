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
    const auto base = Wide(buffer.array.geometry.offset);
    const SpanUnits units{.there = numel(buffer.array.geometry).value_or(0)};
    Geometry component;
    const auto componentAt = [&](std::int64_t t) {
        reading.component(t, component);
        const auto reached = reach(component);
        const auto from = reached ? reached->first : Wide(component.offset);
        const auto to = reached ? reached->last + Wide(1) : Wide(component.offset);
        return spanOf(t, {reading.offsetsMember().role->name, t, t + 1}, buffer.role->name,
                      {from + base * Wide(-1), to + base * Wide(-1)}, units);
    };
    const auto endOf = [&](std::int64_t t) {
        return t + 1 < reading.components() ? units.slot(reading.offset(t + 1)) : units.there;
    };
    forSpansOver(reading.components(), begin, end, componentAt, endOf, visit);
}

} // namespace tscope
