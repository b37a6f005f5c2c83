// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/repair_plans.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/mends.h"

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

namespace {

// The one wrong pointer, when the order of the entries tells where the boundary of its slices lies; looks at
// `mostEntries` of these at most.
Result<SlotChange> findBoundary(const Reading& reading, const Report& report, std::int64_t mostEntries)
{
    const auto at = std::ranges::find_if(report.causes, [](const Cause& cause) {
        return cause.member == "compressed" && cause.index && !cause.rules.empty() && cause.rules[0] == "5.3";
    });
    const auto& compressed = reading.tensor().member("compressed");
    const auto& plain = reading.tensor().member("plain");
    const auto &sizes = compressed.array.geometry.sizes, &plainSizes = plain.array.geometry.sizes;
    if (at == report.causes.end() || whyIndexUnreadable(compressed) || whyIndexUnreadable(plain) ||
        !compressed.array.isReadable() || !plain.array.isReadable() || sizes.empty() || sizes.back() < 1 ||
        sizes.size() != plainSizes.size() || !std::equal(sizes.begin(), sizes.end() - 1, plainSizes.begin()))
        return notPossible();
    const auto batch = *at->index / sizes.back(), i = *at->index % sizes.back();
    if (i < 1 || i + 1 >= sizes.back())
        return notPossible();
    const IndexReader pointers(compressed.array), entries(plain.array);
    const auto low = pointers.at(*at->index - 1), high = pointers.at(*at->index + 1);
    if (low < 0 || low > high || high > plainSizes.back() || high - low > mostEntries)
        return notPossible();
    const auto first = batch * plainSizes.back();
    std::optional<std::int64_t> boundary;
    for (auto k = low + 1; k < high; ++k) {
        if (entries.at(first + k - 1) < entries.at(first + k))
            continue;
        if (boundary)
            return invalidArgument(say("more than one boundary could be meant"));
        boundary = k;
    }
    if (!boundary)
        return invalidArgument(say("nothing tells where the boundary lies"));
    return SlotChange{"compressed", *at->index, *boundary};
}

} // namespace

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

std::optional<SlotChange> restoredPointer(const Reading& reading, const Report& report)
{
    constexpr std::int64_t most = 1 << 16;
    const auto found = findBoundary(reading, report, most);
    return found ? std::optional(*found) : std::nullopt;
}

Result<EditList> planRestorePointer(const Reading& reading, const Report& report)
{
    const auto found = findBoundary(reading, report, int64Max);
    if (!found)
        return found.error();
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    slices->pointers[static_cast<std::size_t>(found->slot)] = found->to;
    return withPointers(reading.tensor(), *slices);
}

bool isOnePointer(const Reading&, const Report& report)
{
    return std::ranges::count_if(
               report.causes, [](const Cause& cause) { return cause.member == "compressed" && cause.index; }) == 1;
}

Result<EditList> planOrderPointers(const Reading& reading, const Report&)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        auto* p = slices->pointersOf(b);
        p[0] = 0;
        for (std::int64_t i = 1; i < slices->pointerCount; ++i)
            p[i] = std::clamp(p[i], p[i - 1], std::max(p[i - 1], slices->stored));
        p[slices->pointerCount - 1] = slices->stored;
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
    const IndexReader pointers(member.array);
    std::optional<SlotChange> only;
    std::int64_t before = 0;
    for (std::int64_t slot = 0; slot < count; ++slot) {
        const auto i = slot % sizes.back();
        const auto pointer = pointers.at(slot);
        before = i == 0                  ? 0
                 : i + 1 == sizes.back() ? *stored
                                         : std::clamp(pointer, before, std::max(before, *stored));
        if (before == pointer)
            continue;
        if (only)
            return std::nullopt;
        only = SlotChange{"compressed", slot, before};
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
