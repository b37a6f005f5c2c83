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
    if (*extent == 0 || slots == 0)
        return;
    const auto perRow = slots / *extent;
    const auto components = *reading.components();
    const auto first =
        firstRunOver(components, begin / perRow, [&](std::int64_t i) { return reading.offset(i + 1); });
    for (auto i = first; i < components; ++i) {
        const auto from = reading.offset(i);
        const auto length = reading.length(i).asInt64();
        if (components > 4096 && from > end / perRow)
            break;
        if (!length || *length < 0 || from < 0 || from > *extent || *length > *extent - from)
            continue;
        const Slots over{values.role->name, from * perRow, (from + *length) * perRow};
        if (over.end < begin || over.begin > end)
            continue;
        if (!visit({i, Slots{reading.offsetsMember().role->name, i, i + 2}, over}))
            return;
    }
}

} // namespace tscope
