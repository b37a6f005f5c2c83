// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/spans.h"

#include "array/index_reader.h"
#include "layouts/shared/span_search.h"
#include "tensor/tensor.h"

#include <algorithm>
#include <optional>

namespace tscope::compressed {

namespace {

// How entries lie in a member: `perEntry` slots each, `perLine` entries in each batch entry.
struct EntrySlots {
    std::int64_t perEntry = 1, perLine = 0;
};

std::optional<EntrySlots> entrySlots(const Tensor& tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    const auto batchDims = tensor.member("compressed").array.geometry.sizes.size() - 1;
    if (member == nullptr || role == "compressed")
        return std::nullopt;
    const auto& sizes = member->array.geometry.sizes;
    const auto all = numel(sizes);
    if (!all || sizes.size() <= batchDims || (*all == 0 && sizes.size() > batchDims + 1))
        return std::nullopt;
    EntrySlots slots;
    slots.perLine = sizes[batchDims];
    if (slots.perLine < 0)
        return std::nullopt;
    for (auto d = batchDims + 1; d < sizes.size(); ++d)
        slots.perEntry *= sizes[d]; // fits: all of them together do
    return slots;
}

} // namespace

void spansOver(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
               const SpanVisitor& visit)
{
    const auto& compressed = tensor.member("compressed");
    if (!compressed.isReadable() || !compressed.array.dtype.isIndexLike() ||
        compressed.array.geometry.sizes.empty())
        return;
    const auto entries = entrySlots(tensor, role);
    const auto perLine = compressed.array.geometry.sizes.back();
    if (!entries || entries->perEntry == 0 || perLine < 2)
        return;
    const IndexReader pointers(compressed.array);
    const auto slotsPerLine = entries->perLine * entries->perEntry;
    const auto* member = tensor.find(role);
    const auto held = numel(member->array.geometry.sizes).value_or(0);
    const auto lines = std::min(pointers.numel() / perLine, slotsPerLine == 0 ? 1 : held / slotsPerLine);
    const auto firstLine = slotsPerLine == 0 ? 0 : std::max<std::int64_t>(0, begin) / slotsPerLine;
    for (auto line = firstLine; line < lines && line * slotsPerLine <= end; ++line) {
        const SpanUnits units{entries->perLine, entries->perEntry, line * slotsPerLine};
        const auto pointer = [&](std::int64_t p) { return Wide(pointers.at(line * perLine + p)); };
        const auto sliceAt = [&](std::int64_t slice) {
            const auto own = line * perLine + slice;
            return spanOf(slice, {compressed.role->name, own, own + 2}, member->role->name,
                          {pointer(slice), pointer(slice + 1)}, units);
        };
        bool goesOn = true;
        forSpansOver(
            perLine - 1, begin, end, sliceAt, [&](std::int64_t slice) { return units.slot(pointer(slice + 1)); },
            [&](const Span& span) { return goesOn = visit(span); });
        if (!goesOn)
            return;
    }
}

} // namespace tscope::compressed
