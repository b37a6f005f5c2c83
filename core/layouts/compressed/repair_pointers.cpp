// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/repair_plans.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/compressed/wrong_pointers.h"
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

namespace {

std::int64_t changesOf(std::span<const std::int64_t> before, std::span<const std::int64_t> after)
{
    std::int64_t changes = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        changes += before[i] != after[i] ? 1 : 0;
    return changes;
}

// The pointers of one batch, the fewest of them set so that none falls. The order of entries tells which, and
// where it tells only some of their numbers, these.
std::vector<std::int64_t> orderedPointers(const Slices& slices, std::int64_t batch)
{
    const std::span pointers(slices.pointersOf(batch), static_cast<std::size_t>(slices.pointerCount));
    auto simple = orderedBounds(pointers, slices.stored);
    if (slices.entries != slices.stored || pointers.size() < 2)
        return simple;
    const auto wrong = wrongPointers(pointers, {slices.plainOf(batch), static_cast<std::size_t>(slices.entries)});
    if (!wrong)
        return simple;
    // Where all are told there is a better repair, see restore-pointer.
    const bool areAllTold =
        std::ranges::all_of(*wrong, [](const WrongPointers& run) { return !run.values.empty(); });
    std::vector<std::int64_t> out(pointers.begin(), pointers.end());
    out.front() = 0;
    out.back() = slices.stored;
    for (const auto& run : *wrong)
        for (std::int64_t j = 0; j < run.count; ++j) {
            const auto i = static_cast<std::size_t>(run.first + j);
            out[i] = run.values.empty() || areAllTold ? std::clamp(out[i], out[i - 1], run.high)
                                                      : run.values[static_cast<std::size_t>(j)];
        }
    return changesOf(pointers, simple) < changesOf(pointers, out) ? simple : out;
}

} // namespace

Result<EditList> planOrderPointers(const Reading& reading, const Report&)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        std::ranges::copy(orderedPointers(*slices, b), slices->pointersOf(b));
        if (slices->pointerCount == 1 && slices->stored != 0)
            return invalidArgument(say("there is no slice that could hold the entries"));
    }
    return withPointers(reading.tensor(), *slices);
}

std::optional<SlotChange> onlyOrderedPointer(const Reading& reading, const Report&)
{
    constexpr std::int64_t mostPointers = 1 << 16, mostEntries = 1 << 20; // looked at only for a title
    const auto countOf = [&](std::string_view role) {
        return numel(reading.tensor().member(role).array.geometry).value_or(int64Max);
    };
    if (countOf("compressed") > mostPointers || countOf("plain") > mostEntries)
        return std::nullopt;
    const auto slices = slicesOf(reading);
    if (!slices || slices->pointerCount < 2)
        return std::nullopt;
    std::optional<SlotChange> only;
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        const auto ordered = orderedPointers(*slices, b);
        for (std::int64_t i = 0; i < slices->pointerCount; ++i) {
            const auto to = ordered[static_cast<std::size_t>(i)];
            if (to == slices->pointersOf(b)[i])
                continue;
            if (only)
                return std::nullopt;
            only = SlotChange{"compressed", b * slices->pointerCount + i, to};
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
