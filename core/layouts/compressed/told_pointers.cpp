// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/told_pointers.h"

#include "base/say.h"
#include "layouts/compressed/advice.h"
#include "layouts/compressed/order_shifts.h"
#include "layouts/compressed/phrases.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/repair_plans.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/sentences.h"
#include "tensor/member_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tscope::compressed {

namespace {

constexpr std::array<std::string_view, 3> orderRules{"5.6", "CU-4", "CU-5"};

// "crow_indices[2]", "crow_indices[0, 2]" of a batch.
std::string nameOfPointer(const Tensor& tensor, std::int64_t slot)
{
    return nameOf(tensor, "compressed") +
           subscript(indexOf(tensor.member("compressed").array.geometry.sizes, slot));
}

bool areNeighbours(const Tensor& tensor, const std::vector<SlotChange>& changes)
{
    return tensor.member("compressed").array.geometry.rank() == 1 && changes.size() > 1 &&
           changes.back().slot - changes.front().slot + 1 == std::ssize(changes);
}

std::int64_t numberAt(const Tensor& tensor, std::int64_t slot)
{
    return tensor.member("compressed").array.at(slot).asIndex().value_or(0);
}

// By how much all of them are too large; nothing where that differs.
std::optional<std::int64_t> commonOffset(const Tensor& tensor, const std::vector<SlotChange>& changes)
{
    const auto offset = [&](const SlotChange& change) { return numberAt(tensor, change.slot) - change.to; };
    const auto first = offset(changes.front());
    const bool areAll =
        std::ranges::all_of(changes, [&](const SlotChange& change) { return offset(change) == first; });
    return areAll ? std::optional(first) : std::nullopt;
}

std::string sayTold(const Tensor& tensor, const std::vector<SlotChange>& changes)
{
    const auto& first = changes.front();
    const auto name = nameOfPointer(tensor, first.slot);
    const auto actual = numberAt(tensor, first.slot);
    if (changes.size() == 1)
        return say("{0} is {1}; the order of entries says {2}", name, actual, first.to);
    const auto names = namesOf(tensor, changes);
    if (const auto offset = commonOffset(tensor, changes); offset && !names.empty())
        return *offset > 0 ? say("{0} are too large by {1}, as the order of entries says", names, *offset)
                           : say("{0} are too small by {1}, as the order of entries says", names, -*offset);
    if (!names.empty())
        return say("{0} are wrong, as the order of entries says; the first is {1} and should be {2}", names,
                   actual, first.to);
    return say("{0#} pointers are wrong, as the order of entries says; the first is {1}, which is {2} and should "
               "be {3}",
               changes.size(), name, actual, first.to);
}

// Beside pointers that fall: those that are wrong once these are set.
std::vector<SlotChange> toldBesideFalls(const Reading& reading, const Report& report, const WrongSlots& wrong)
{
    const auto restored = restoredPointers(reading, report);
    auto slices = restored.empty() || isBroken(report, {"5.4", "5.5"}) ? std::nullopt : slicesOf(reading);
    if (!slices)
        return {};
    for (const auto& change : restored)
        if (wrong.contains(change.slot))
            slices->pointers[static_cast<std::size_t>(change.slot)] = change.to;
    auto told = toldPointers(*slices);
    return told.areLikely ? std::move(told.changes) : std::vector<SlotChange>{};
}

} // namespace

ToldPointers toldPointers(const Slices& slices)
{
    ToldPointers likely, possible;
    if (!slices.areInOrder() || slices.entries != slices.stored)
        return {};
    for (std::int64_t b = 0; b < slices.batches; ++b) {
        const std::span pointers(slices.pointersOf(b), static_cast<std::size_t>(slices.pointerCount));
        if (pointers.back() != slices.stored)
            return {};
        const auto shifts = orderShifts(pointers, {slices.plainOf(b), static_cast<std::size_t>(slices.entries)},
                                        slices.plainExtent);
        for (const auto& shift : shifts.pointers)
            (shifts.areLikely ? likely : possible)
                .changes.push_back({"compressed", b * slices.pointerCount + shift.at, shift.to});
    }
    likely.areLikely = !likely.changes.empty();
    return likely.areLikely ? likely : possible;
}

ToldPointers toldPointers(const Reading& reading, const Report& report)
{
    constexpr std::int64_t mostPointers = 1 << 17, mostEntries = 1 << 20;
    const auto countOf = [&](std::string_view role) {
        return numel(reading.tensor().member(role).array.geometry).value_or(int64Max);
    };
    const auto isBrokenRule = [&](std::string_view rule) { return report.find(rule) != nullptr; };
    if (std::ranges::none_of(orderRules, isBrokenRule) || isBroken(report, {"5.4", "5.5"}) ||
        !arePointersFine(reading, report) || countOf("compressed") > mostPointers ||
        countOf("plain") > mostEntries)
        return {};
    // Causes and repairs ask several times, and each time all members would be copied.
    return compressedReading(reading).toldPointers([&] {
        const auto slices = slicesOf(reading);
        return slices ? toldPointers(*slices) : ToldPointers{};
    });
}

bool isOfToldPointers(const Cause& cause)
{
    return cause.member == "compressed" && !cause.rules.empty() &&
           std::ranges::find(orderRules, cause.rules.front()) != orderRules.end();
}

std::string namesOf(const Tensor& tensor, const std::vector<SlotChange>& changes)
{
    constexpr std::size_t mostNamed = 6;
    if (changes.empty())
        return {};
    if (areNeighbours(tensor, changes) && changes.size() > 2)
        return slotsText(tensor, "compressed", changes.front().slot, changes.back().slot + 1);
    if (changes.size() > mostNamed)
        return {};
    const bool hasBatches = tensor.member("compressed").array.geometry.rank() != 1;
    std::string out;
    for (const auto& change : changes) {
        out += out.empty() ? "" : ", ";
        out += hasBatches ? nameOfPointer(tensor, change.slot) : std::to_string(change.slot);
    }
    return hasBatches ? out : nameOf(tensor, "compressed") + '[' + out + ']';
}

void nameToldPointers(const Reading& reading, Report& report, WrongSlots& wrong)
{
    Cause cause{{}, {}, "compressed", {}};
    for (const auto rule : orderRules)
        if (report.find(rule) && !hasCause(report, rule))
            cause.rules.emplace_back(rule);
    if (cause.rules.empty())
        return;
    std::vector<SlotChange> changes;
    if (report.find("5.3"))
        changes = toldBesideFalls(reading, report, wrong);
    else if (auto told = toldPointers(reading, report); told.areLikely)
        changes = std::move(told.changes);
    if (changes.empty())
        return;
    cause.text = sayTold(reading.tensor(), changes);
    cause.index = changes.front().slot;
    for (const auto& change : changes)
        wrong.emplace(change.slot, cause.rules.front());
    addCause(report, std::move(cause));
}

std::string restoreTitle(const Reading& reading, const Report& report)
{
    const auto changes = restoredPointers(reading, report);
    if (changes.empty())
        return {};
    if (const auto names = namesOf(reading.tensor(), changes); !names.empty())
        return say("set {0} to where the order of entries breaks", names);
    return say("set {0#} pointers, the first of them {1}, to where the order of entries breaks", changes.size(),
               nameOfPointer(reading.tensor(), changes.front().slot));
}

// The entries of a slice between two sound pointers may be out of order by themselves. A pointer that no cause
// names is set on that evidence alone, and entries then belong to another slice.
Effect restoreEffect(const Reading& reading, const Report& report)
{
    const auto changes = restoredPointers(reading, report);
    if (changes.empty())
        return nothingLost;
    auto named = report; // causes of the shape may already stand for those of pointers
    named.causes.clear();
    auto wrong = nameSwappedPointers(reading, named);
    wrong.merge(nameWrongPointers(reading, named));
    nameToldPointers(reading, named, wrong);
    const bool areNamed =
        std::ranges::all_of(changes, [&](const SlotChange& change) { return wrong.contains(change.slot); });
    return areNamed ? nothingLost
                    : Effect{.lossless = false, .words = "loses which {slice} has which entries", .isGuess = true};
}

std::string sortTitle(const Reading& reading, const Report& report)
{
    const auto told = toldPointers(reading, report);
    if (told.changes.empty())
        return {};
    const auto names = namesOf(reading.tensor(), told.changes);
    return say(
        "sort the entries of each {0}, with their values; if {1} is what is wrong, entries stay in the wrong {0}",
        linesOf(*reading.tensor().layout).slice, names.empty() ? nameOf(reading.tensor(), "compressed") : names);
}

// What sorting hides is not told any more: the order of entries was the only witness of the wrong pointers.
Effect sortEffect(const Reading& reading, const Report& report)
{
    return toldPointers(reading, report).areLikely ? loses("leaves entries in the wrong {slice}") : nothingLost;
}

} // namespace tscope::compressed
