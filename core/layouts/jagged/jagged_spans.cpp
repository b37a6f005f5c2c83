// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/jagged_spans.h"

#include "layouts/jagged/jagged_reading.h"
#include "layouts/shared/span_search.h"

namespace tscope {

void spansOverJagged(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
                     const SpanVisitor& visit)
{
    const JaggedReading reading(tensor);
    const auto& values = reading.values();
    const auto extent = reading.raggedExtent();
    if (role != values.role->name || reading.whyRunsUnknown() || !reading.components() || !extent ||
        reading.raggedDim() != std::size_t{0})
        return;
    const auto slots = numel(values.array.geometry).value_or(0);
    // Fewer rows than none, or nothing in each: where a run begins and ends can't be drawn.
    if (*extent < 0 || (*extent > 0 && slots == 0))
        return;
    const SpanUnits units{*extent, *extent > 0 ? slots / *extent : 1};
    const auto runAt = [&](std::int64_t i) {
        const auto from = Wide(reading.offset(i));
        return spanOf(i, {reading.offsetsMember().role->name, i, i + 2}, values.role->name,
                      {from, from + reading.length(i)}, units);
    };
    const auto endOf = [&](std::int64_t i) { return units.slot(reading.offset(i + 1)); };
    forSpansOver(*reading.components(), begin, end, runAt, endOf, visit);
}

} // namespace tscope
