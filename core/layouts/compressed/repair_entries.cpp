// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/compressed/repair_plans.h"

#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/mends.h"
#include "tensor/member_name.h"

#include <algorithm>
#include <numeric>

namespace tscope::compressed {

namespace {

constexpr std::int64_t scanLimit = std::int64_t{1} << 24; // entries looked at only to offer a repair

template <class Rewrite>
Result<EditList> planIndices(const Reading& reading, Rewrite&& rewrite)
{
    auto slices = slicesOf(reading);
    if (!slices)
        return notPossible();
    for (auto& value : slices->plain)
        value = rewrite(value, slices->plainExtent);
    const auto& member = reading.tensor().member("plain");
    auto array = integerArray(member.array.geometry.sizes, slices->plain, member.array);
    if (!array)
        return invalidArgument(say("the new indices do not fit the type of plain"));
    return EditList{{ReplaceArray{"plain", std::move(*array)}}};
}

} // namespace

Result<EditList> planWrapNegative(const Reading& reading, const Report&)
{
    return planIndices(reading, [](std::int64_t value, std::optional<std::int64_t> extent) {
        return value < 0 && extent ? saturatingAdd(value, *extent) : value;
    });
}

Result<EditList> planClamp(const Reading& reading, const Report&)
{
    return planIndices(reading, [](std::int64_t value, std::optional<std::int64_t> extent) {
        const auto top = extent ? std::max<std::int64_t>(*extent, 1) - 1 : int64Max;
        return std::clamp<std::int64_t>(value, 0, top);
    });
}

namespace {

// One index that is out of range, what it is, and where the range ends.
struct BadIndex {
    std::string slot;
    std::int64_t actual = 0, extent = 0;
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
    return BadIndex{slotsText(reading.tensor(), "plain", place->begin, place->end), *actual, *extent};
}

} // namespace

std::optional<std::string> wrappedInNumbers(const Reading& reading, const Report& report)
{
    const auto bad = onlyBadIndex(reading, report);
    return bad && bad->actual < 0 && bad->actual >= -bad->extent
               ? std::optional(say("set {0} to {1}, counted from the end", bad->slot, bad->actual + bad->extent))
               : std::nullopt;
}

std::optional<std::string> clampedInNumbers(const Reading& reading, const Report& report)
{
    const auto bad = onlyBadIndex(reading, report);
    return bad ? std::optional(say("set {0} to {1}, the nearest in range", bad->slot,
                                   bad->actual < 0 ? std::int64_t{0} : bad->extent - 1))
               : std::nullopt;
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

} // namespace tscope::compressed
