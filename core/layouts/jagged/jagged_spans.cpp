// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/jagged_spans.h"

#include "layouts/jagged/jagged_reading.h"
#include "layouts/shared/span_search.h"

#include <algorithm>

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
    if (*extent == 0 || slots == 0)
        return;
    const auto perRow = slots / *extent;
    const auto runOf = [&](std::int64_t i) -> std::optional<SpanRun> {
        const auto from = reading.offset(i);
        const auto length = reading.length(i).asInt64();
        if (!length || *length < 0 || from < 0 || from > *extent || *length > *extent - from)
            return std::nullopt;
        return SpanRun{from * perRow, (from + *length) * perRow};
    };
    const auto endOf = [&](std::int64_t i) {
        return std::clamp<std::int64_t>(reading.offset(i + 1), 0, *extent) * perRow;
    };
    forRunsOver(*reading.components(), begin, end, runOf, endOf, [&](std::int64_t i, const SpanRun& run) {
        return visit({i, Slots{reading.offsetsMember().role->name, i, i + 2},
                      Slots{values.role->name, run.begin, run.end}});
    });
}

} // namespace tscope
