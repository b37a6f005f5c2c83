// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/repair_plans.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/mends.h"
#include "layouts/shared/ordered_bounds.h"

#include <algorithm>

namespace tscope::compressed {

Result<EditList> planShiftPointers(const Reading& reading, const Report&)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        auto* p = slices->pointersOf(b);
        const auto shift = p[0];
        for (std::int64_t i = 0; i < slices->pointerCount; ++i) {
            const auto moved = checkedSub(p[i], shift);
            if (!moved)
                return notPossible();
            p[i] = *moved;
        }
        if (p[slices->pointerCount - 1] != slices->stored)
            return invalidArgument(say("the pointers do not span the entries"));
    }
    return withPointers(reading.tensor(), *slices);
}

namespace {

Result<EditList> planSetEnds(const Reading& reading, bool isFirst)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (std::int64_t b = 0; b < slices->batches; ++b)
        slices->pointersOf(b)[isFirst ? 0 : slices->pointerCount - 1] = isFirst ? 0 : slices->stored;
    return withPointers(reading.tensor(), *slices);
}

} // namespace

Result<EditList> planZeroFirst(const Reading& reading, const Report&)
{
    return planSetEnds(reading, true);
}

Result<EditList> planSetLast(const Reading& reading, const Report&)
{
    return planSetEnds(reading, false);
}

bool hasNoStep(const Reading&, const Report& report)
{
    return !report.find("5.3");
}

std::optional<SlotChange> onlyFirstPointer(const Reading&, const Report& report)
{
    const auto place = onlyPlace(report, {"5.1"});
    return place ? std::optional(SlotChange{"compressed", place->begin, 0}) : std::nullopt;
}

std::optional<SlotChange> onlyLastPointer(const Reading& reading, const Report& report)
{
    const auto place = onlyPlace(report, {"5.2"});
    const auto stored = compressedReading(reading).stored();
    return place && stored ? std::optional(SlotChange{"compressed", place->begin, *stored}) : std::nullopt;
}

Result<EditList> planOrderPointers(const Reading& reading, const Report&)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        const std::span pointers(slices->pointersOf(b), static_cast<std::size_t>(slices->pointerCount));
        std::ranges::copy(orderedBounds(pointers, slices->stored), pointers.begin());
        if (slices->pointerCount == 1 && slices->stored != 0)
            return invalidArgument(say("there is no slice that could hold the entries"));
    }
    return withPointers(reading.tensor(), *slices);
}

std::optional<SlotChange> onlyOrderedPointer(const Reading& reading, const Report&)
{
    constexpr std::int64_t most = 1 << 16;
    const auto& member = reading.tensor().member("compressed");
    const auto& sizes = member.array.geometry.sizes;
    const auto stored = compressedReading(reading).stored();
    const auto count = numel(member.array.geometry).value_or(int64Max);
    if (!stored || whyIndexUnreadable(member) || !member.array.isReadable() || sizes.empty() || sizes.back() < 2 ||
        count > most)
        return std::nullopt;
    std::vector<std::int64_t> pointers(static_cast<std::size_t>(count));
    IndexReader(member.array).read(0, pointers);
    const auto ofBatch = static_cast<std::size_t>(sizes.back());
    std::optional<SlotChange> only;
    for (std::size_t begin = 0; begin < pointers.size(); begin += ofBatch) {
        const auto batch = std::span(pointers).subspan(begin, ofBatch);
        const auto ordered = orderedBounds(batch, *stored);
        for (std::size_t i = 0; i < ofBatch; ++i) {
            if (ordered[i] == batch[i])
                continue;
            if (only)
                return std::nullopt;
            only = SlotChange{"compressed", static_cast<std::int64_t>(begin + i), ordered[i]};
        }
    }
    return only;
}

bool hasFallingPointers(const Reading&, const Report& report)
{
    const auto* steps = report.find("5.3");
    return !steps ||
           std::ranges::any_of(steps->witnesses, [](const Witness& w) { return word(w, "kind") == "decreasing"; });
}

Result<EditList> planTruncateTail(const Reading& reading, const Report&)
{
    const auto slices = slicesOf(reading);
    if (!slices || slices->entries != slices->stored || slices->batches < 1)
        return notPossible();
    const auto last = slices->pointersOf(0)[slices->pointerCount - 1];
    for (std::int64_t b = 0; b < slices->batches; ++b)
        if (slices->pointersOf(b)[slices->pointerCount - 1] != last || last < 0 || last > slices->entries)
            return invalidArgument(say("the last pointers do not agree on how many entries there are"));
    Picks picks{last, {}};
    for (std::int64_t b = 0; b < slices->batches; ++b)
        for (std::int64_t k = 0; k < last; ++k)
            picks.first.push_back(k);
    return withEntries(reading.tensor(), *slices, picks);
}

} // namespace tscope::compressed
