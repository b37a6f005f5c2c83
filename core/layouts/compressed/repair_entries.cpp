// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/repair_plans.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/neighbours.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/mends.h"
#include "layouts/shared/nearest_indices.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

namespace tscope::compressed {

namespace {

constexpr std::int64_t scanLimit = std::int64_t{1} << 24; // entries looked at only to offer a repair

// The tensor's entries with the indices of `slices`.
Result<EditList> withPlain(const Tensor& tensor, const Slices& slices)
{
    const auto& member = tensor.member("plain");
    auto array = integerArray(member.array.geometry.sizes, slices.plain, member.array);
    if (!array)
        return invalidArgument(say("the new indices do not fit the type of plain"));
    return EditList{{ReplaceArray{"plain", std::move(*array)}}};
}

} // namespace

Result<EditList> planWrapNegative(const Reading& reading, const Report&)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (auto& index : slices->plain)
        if (index < 0 && slices->plainExtent)
            index = saturatingAdd(index, *slices->plainExtent);
    return withPlain(reading.tensor(), *slices);
}

Result<EditList> planClamp(const Reading& reading, const Report& report)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    if (const auto one = onlyClamped(reading, report)) {
        slices->plain[static_cast<std::size_t>(one->slot)] = one->to;
        return withPlain(reading.tensor(), *slices);
    }
    const auto extent = slices->plainExtent ? std::max<std::int64_t>(*slices->plainExtent, 1) : int64Max;
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        const auto* p = slices->pointersOf(b);
        // Pointers that fall say nothing of their own slices only.
        for (std::int64_t i = 1; p[0] == 0 && i < slices->pointerCount; ++i) {
            const auto low = p[i - 1], high = p[i];
            if (low < 0 || high < low || high > slices->entries)
                continue;
            const auto first = static_cast<std::size_t>(b * slices->entries + low);
            setToNearest(std::span(slices->plain).subspan(first, static_cast<std::size_t>(high - low)), extent);
        }
    }
    for (auto& index : slices->plain) // those that no slice has
        index = std::clamp<std::int64_t>(index, 0, extent - 1);
    return withPlain(reading.tensor(), *slices);
}

namespace {

// One index that is out of range, what it is, and where the range ends.
struct BadIndex {
    std::int64_t slot = 0, actual = 0, extent = 0;
};

std::optional<BadIndex> onlyBadIndex(const Reading& reading, const Report& report)
{
    const auto place = onlyPlace(report, {"5.4", "5.5"});
    const auto extent = compressedReading(reading).plainExtent();
    const auto* finding = report.find("5.4");
    if (finding == nullptr)
        finding = report.find("5.5");
    const auto actual = place ? number(finding->witnesses.front(), "actual") : std::nullopt;
    if (!actual || !extent || *extent < 1)
        return std::nullopt;
    return BadIndex{place->begin, *actual, *extent};
}

// The position of an entry in its batch, behind the batch indices.
Extents entryAt(const Tensor& tensor, std::int64_t slot)
{
    return indexOf(tensor.member("plain").array.geometry.sizes, slot);
}

// The slice that holds an entry, as slots of plain, though pointers of other slices may be wrong.
std::optional<Slots> sliceAround(const Reading& reading, const Report& report, std::int64_t slot)
{
    const auto& plain = reading.tensor().member("plain");
    if (isBroken(report, {"5.1", "3.8", "3.3", "STR-2.1"}) || whyIndexUnreadable(plain) ||
        !plain.array.isReadable() || plain.array.geometry.rank() < 1)
        return std::nullopt;
    const auto entry = entryAt(reading.tensor(), slot);
    const auto own = sliceHolding(reading.tensor(), entry);
    if (!own || own->begin < 0 || own->end > plain.array.geometry.sizes.back())
        return std::nullopt;
    const auto first = slot - entry.back();
    return Slots{"plain", first + own->begin, first + own->end};
}

} // namespace

std::optional<SlotChange> onlyWrapped(const Reading& reading, const Report& report)
{
    const auto bad = onlyBadIndex(reading, report);
    return bad && bad->actual < 0 && bad->actual >= -bad->extent
               ? std::optional(SlotChange{"plain", bad->slot, bad->actual + bad->extent})
               : std::nullopt;
}

namespace {

struct Clamped {
    SlotChange change;
    bool isBetween = false; // neighbours of its slice, as it has to be
};

std::optional<Clamped> onlyClampedOf(const Reading& reading, const Report& report)
{
    const auto bad = onlyBadIndex(reading, report);
    const auto slice = bad ? sliceAround(reading, report, bad->slot) : std::nullopt;
    if (!slice)
        return std::nullopt;
    // All others are in range, so that only those beside it matter.
    const auto begin = std::max(slice->begin, bad->slot - 1), end = std::min(slice->end, bad->slot + 2);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(end - begin));
    IndexReader(reading.tensor().member("plain").array).read(begin, indices);
    setToNearest(indices, bad->extent);
    const bool rises = std::ranges::adjacent_find(indices, std::greater_equal<>()) == indices.end();
    return Clamped{{"plain", bad->slot, indices[static_cast<std::size_t>(bad->slot - begin)]},
                   rises && indices.size() > 1};
}

} // namespace

std::optional<SlotChange> onlyClamped(const Reading& reading, const Report& report)
{
    const auto clamped = onlyClampedOf(reading, report);
    return clamped ? std::optional(clamped->change) : std::nullopt;
}

// Precondition: some index is out of range.
std::string clampReason(const Reading& reading, const Report& report)
{
    const auto clamped = onlyClampedOf(reading, report);
    const bool isBetween = clamped ? clamped->isBetween : !onlyBadIndex(reading, report);
    return isBetween ? say("the nearest that its neighbours allow") : say("the nearest in range");
}

namespace {

// Keeps the entries that `keep` picks of each slice, in the order it gives; equal ones may be added up.
template <class PickSlice>
Result<EditList> planSlices(const Reading& reading, PickSlice&& pickSlice)
{
    auto slices = slicesOf(reading);
    if (!slices || !slices->areInOrder() || slices->entries != slices->stored)
        return notPossible();
    std::vector<std::vector<std::int64_t>> groups; // of one slice: the entries that become one
    std::optional<std::int64_t> count;
    Picks picks;
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        auto* p = slices->pointersOf(b);
        const auto* plain = slices->plainOf(b);
        const auto begin = static_cast<std::int64_t>(picks.first.size());
        auto low = p[0];
        for (std::int64_t i = 1; i < slices->pointerCount; ++i) {
            const auto high = p[i];
            groups.clear();
            pickSlice(plain, low, high, slices->plainExtent, groups);
            for (const auto& group : groups) {
                const auto place = static_cast<std::int64_t>(picks.first.size());
                picks.first.push_back(group.front());
                for (std::size_t j = 1; j < group.size(); ++j)
                    picks.added.emplace_back(place, group[j]);
            }
            p[i] = static_cast<std::int64_t>(picks.first.size()) - begin;
            low = high;
        }
        const auto kept = static_cast<std::int64_t>(picks.first.size()) - begin;
        if (count && *count != kept)
            return invalidArgument(say("the batches would end with unequal numbers of entries"));
        count = kept;
    }
    picks.count = count.value_or(0);
    return withEntries(reading.tensor(), *slices, picks);
}

using Groups = std::vector<std::vector<std::int64_t>>;

} // namespace

Result<EditList> planDrop(const Reading& reading, const Report&)
{
    return planSlices(reading, [](const std::int64_t* plain, std::int64_t low, std::int64_t high,
                                  std::optional<std::int64_t> extent, Groups& groups) {
        for (auto k = low; k < high; ++k)
            if (plain[k] >= 0 && (!extent || plain[k] < *extent))
                groups.push_back({k});
    });
}

namespace {

void sortSlice(const std::int64_t* plain, std::int64_t low, std::int64_t high, Groups& groups, bool sums)
{
    std::vector<std::int64_t> order(static_cast<std::size_t>(high - low));
    std::iota(order.begin(), order.end(), low);
    std::ranges::stable_sort(order, {}, [&](std::int64_t k) { return plain[k]; });
    for (const auto k : order) {
        if (sums && !groups.empty() && plain[groups.back().front()] == plain[k])
            groups.back().push_back(k);
        else
            groups.push_back({k});
    }
}

} // namespace

Result<EditList> planSort(const Reading& reading, const Report&)
{
    return planSlices(reading, [](const std::int64_t* plain, std::int64_t low, std::int64_t high,
                                  std::optional<std::int64_t>,
                                  Groups& groups) { sortSlice(plain, low, high, groups, false); });
}

Result<EditList> planSum(const Reading& reading, const Report&)
{
    const auto& values = reading.tensor().member("values");
    if (!values.isStrided() || values.array.dtype.isOpaque())
        return invalidArgument(say("the values can't be added"));
    return planSlices(reading, [](const std::int64_t* plain, std::int64_t low, std::int64_t high,
                                  std::optional<std::int64_t>,
                                  Groups& groups) { sortSlice(plain, low, high, groups, true); });
}

namespace {

// Sorts each slice and keeps one of the entries with the same index. Entries of one index stay in stored order.
Result<EditList> planKeepOne(const Reading& reading, bool isFirst)
{
    return planSlices(reading, [&](const std::int64_t* plain, std::int64_t low, std::int64_t high,
                                   std::optional<std::int64_t>, Groups& groups) {
        sortSlice(plain, low, high, groups, true);
        for (auto& group : groups)
            group = {isFirst ? group.front() : group.back()};
    });
}

} // namespace

Result<EditList> planKeepFirst(const Reading& reading, const Report&)
{
    return planKeepOne(reading, true);
}

Result<EditList> planKeepLast(const Reading& reading, const Report&)
{
    return planKeepOne(reading, false);
}

// Sorting mends a slice only if no index stands twice in it.
bool isSortable(const Reading& reading, const Report& report)
{
    if (!arePointersFine(reading, report))
        return false;
    const auto& plain = reading.tensor().member("plain");
    if (numel(plain.array.geometry).value_or(int64Max) > scanLimit)
        return false;
    const auto slices = slicesOf(reading);
    if (!slices || !slices->areInOrder())
        return false;
    std::vector<std::int64_t> sorted;
    for (std::int64_t b = 0; b < slices->batches; ++b)
        for (std::int64_t i = 1; i < slices->pointerCount; ++i) {
            const auto* p = slices->pointersOf(b);
            sorted.assign(slices->plainOf(b) + p[i - 1], slices->plainOf(b) + p[i]);
            std::ranges::sort(sorted);
            if (std::ranges::adjacent_find(sorted) != sorted.end())
                return false;
        }
    return true;
}

// The report names the first wrong step of a slice, which may be one back before an index that stands twice.
bool hasDuplicates(const Reading& reading, const Report& report)
{
    const auto* order = report.find("5.6");
    if (order == nullptr)
        return report.find("CU-4") != nullptr;
    const bool isNamed = std::ranges::any_of(
        order->witnesses, [](const Witness& witness) { return word(witness, "kind") == "duplicate"; });
    const auto stored = numel(reading.tensor().member("plain").array.geometry).value_or(int64Max);
    return isNamed || (arePointersFine(reading, report) && stored <= scanLimit && !isSortable(reading, report));
}

} // namespace tscope::compressed
