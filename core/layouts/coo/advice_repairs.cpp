// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/coo/advice.h"
#include "layouts/coo/coordinates.h"
#include "layouts/coo/missing_values.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/countable_size.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/mends.h"
#include "layouts/shared/rewrites.h"

#include <algorithm>
#include <numeric>

namespace tscope::coo {

namespace {

constexpr std::int64_t scanLimit = std::int64_t{1} << 24; // entries looked at only to offer a repair

bool hasEntryCounts(const Tensor& tensor)
{
    const auto& indices = tensor.member("indices").array.geometry.sizes;
    const auto& values = tensor.member("values").array.geometry.sizes;
    return indices.size() == 2 && !values.empty() && indices[1] == values[0];
}

// The members after entries were picked anew.
Result<EditList> withEntries(const Tensor& tensor, Picks picks)
{
    const auto& values = tensor.member("values");
    if (values.array.geometry.rank() < 1)
        return notPossible();
    auto newValues = gathered(values.array, 0, picks);
    if (!newValues)
        return newValues.error();
    const auto& indices = tensor.member("indices");
    const auto once = picks.first;
    picks.added.clear();
    picks.first.clear();
    // Of no entry there may be any number of coordinates.
    for (std::int64_t d = 0; !once.empty() && d < indices.array.geometry.sizes[0]; ++d)
        picks.first.insert(picks.first.end(), once.begin(), once.end());
    auto newIndices = gathered(indices.array, 1, picks);
    if (!newIndices)
        return newIndices.error();
    return EditList{{ReplaceArray{"indices", std::move(*newIndices), indices.layout},
                     ReplaceArray{"values", std::move(*newValues), values.layout}}};
}

Result<EditList> planSort(const Reading& reading, const Report&)
{
    const auto coordinates = coordinatesOf(reading);
    if (!coordinates || !hasEntryCounts(reading.tensor()))
        return notPossible();
    return withEntries(reading.tensor(), {coordinates->entries, coordinates->sorted()});
}

Result<EditList> planSum(const Reading& reading, const Report&)
{
    const auto coordinates = coordinatesOf(reading);
    const auto& values = reading.tensor().member("values");
    if (!coordinates || !hasEntryCounts(reading.tensor()) || values.array.dtype.isOpaque())
        return notPossible();
    Picks picks;
    for (const auto k : coordinates->sorted()) {
        if (!picks.first.empty() && coordinates->compare(picks.first.back(), k) == 0)
            picks.added.emplace_back(static_cast<std::int64_t>(picks.first.size()) - 1, k);
        else
            picks.first.push_back(k);
    }
    picks.count = static_cast<std::int64_t>(picks.first.size());
    return withEntries(reading.tensor(), std::move(picks));
}

// Sorts the entries and keeps one of those with the same coordinates, which sorting leaves in stored order.
Result<EditList> planKeepOne(const Reading& reading, bool isFirst)
{
    const auto coordinates = coordinatesOf(reading);
    if (!coordinates || !hasEntryCounts(reading.tensor()))
        return notPossible();
    Picks picks;
    for (const auto k : coordinates->sorted()) {
        if (picks.first.empty() || coordinates->compare(picks.first.back(), k) != 0)
            picks.first.push_back(k);
        else if (!isFirst)
            picks.first.back() = k;
    }
    picks.count = static_cast<std::int64_t>(picks.first.size());
    return withEntries(reading.tensor(), std::move(picks));
}

Result<EditList> planKeepFirst(const Reading& reading, const Report&)
{
    return planKeepOne(reading, true);
}

Result<EditList> planKeepLast(const Reading& reading, const Report&)
{
    return planKeepOne(reading, false);
}

// Whether two entries have the same coordinates. Nothing where that takes too long to find out, or can't be.
std::optional<bool> doCoordinatesRepeat(const Reading& reading)
{
    const auto& indices = reading.tensor().member("indices").array.geometry;
    if (numel(indices).value_or(int64Max) > scanLimit || !hasEntryCounts(reading.tensor()))
        return std::nullopt;
    const auto coordinates = coordinatesOf(reading);
    if (!coordinates)
        return std::nullopt;
    const auto order = coordinates->sorted();
    return std::adjacent_find(order.begin(), order.end(),
                              [&](auto a, auto b) { return coordinates->compare(a, b) == 0; }) != order.end();
}

// Sorting alone helps only if no coordinates stand twice.
bool isSortable(const Reading& reading, const Report&)
{
    return doCoordinatesRepeat(reading) == false;
}

// COO-5.3 names neighbours only, and equal entries may lie apart.
bool hasDuplicates(const Reading& reading, const Report& report)
{
    if (report.find("CU-4") != nullptr || report.find("SP-4") != nullptr)
        return true;
    const auto* order = report.find("COO-5.3");
    if (order == nullptr)
        return false;
    const bool isNamed = std::ranges::any_of(
        order->witnesses, [](const Witness& witness) { return word(witness, "kind") == "duplicate"; });
    return isNamed || doCoordinatesRepeat(reading) == true;
}

Result<EditList> planClearFlag(const Reading&, const Report&)
{
    return EditList{{SetClaim{"is_coalesced", false}}};
}

Result<EditList> planForgetDims(const Reading&, const Report&)
{
    return EditList{{SetClaim{"sparse_dim", std::nullopt}, SetClaim{"dense_dim", std::nullopt}}};
}

// Two dims: those of extent 1 are put in or left out.
Result<EditList> planReshapeIndices(const Reading& reading, const Report&)
{
    const auto& member = reading.tensor().member("indices");
    auto sizes = member.array.geometry.sizes;
    while (sizes.size() > 2 && std::ranges::find(sizes, 1) != sizes.end())
        sizes.erase(std::ranges::find(sizes, 1));
    while (sizes.size() < 2)
        sizes.insert(sizes.begin(), 1);
    if (sizes.size() != 2)
        return notPossible();
    auto array = reshaped(member.array, std::move(sizes));
    if (!array)
        return array.error();
    return EditList{{ReplaceArray{"indices", std::move(*array), member.layout}}};
}

Result<EditList> planTruncate(const Reading& reading, const Report&)
{
    const auto& indices = reading.tensor().member("indices").array.geometry.sizes;
    const auto& values = reading.tensor().member("values").array.geometry.sizes;
    if (indices.size() != 2 || values.empty())
        return notPossible();
    Picks picks{std::min(indices[1], values[0]), {}};
    const auto held = std::max(elementsHeld(reading.tensor().member("indices")),
                               elementsHeld(reading.tensor().member("values")));
    if (picks.count > held)
        return notPossible();
    picks.first.resize(static_cast<std::size_t>(std::max<std::int64_t>(picks.count, 0)));
    std::iota(picks.first.begin(), picks.first.end(), 0);
    return withEntries(reading.tensor(), std::move(picks));
}

Result<EditList> planExtendSize(const Reading& reading, const Report&)
{
    const auto coordinates = coordinatesOf(reading);
    auto size = reading.tensor().size;
    if (!coordinates || !size || static_cast<std::int64_t>(size->size()) < coordinates->dims)
        return notPossible();
    for (std::int64_t d = 0; d < coordinates->dims; ++d)
        for (std::int64_t k = 0; k < coordinates->entries; ++k) {
            auto& extent = (*size)[static_cast<std::size_t>(d)];
            const auto needed = checkedAdd(coordinates->at(d, k), 1);
            if (!needed)
                return notPossible();
            extent = std::max(extent, *needed);
        }
    if (!numel(*size) || overflowsBeforeZero(*size))
        return invalidArgument(say("the extended size has no element count"));
    return EditList{{SetSize{std::move(size)}}};
}

// Why the size is extended so far.
std::string largestCoordinateText(const Reading& reading, const Report&)
{
    const auto& size = reading.tensor().size;
    const auto& indices = reading.tensor().member("indices");
    const bool isSmall = numel(indices.array.geometry).value_or(int64Max) <= scanLimit;
    const auto coordinates = isSmall && !whyTooRepeated(indices) ? coordinatesOf(reading) : std::nullopt;
    std::string only;
    for (std::int64_t d = 0; coordinates && size && d < std::min(coordinates->dims, std::ssize(*size)); ++d) {
        std::int64_t largest = -1;
        for (std::int64_t k = 0; k < coordinates->entries; ++k)
            largest = std::max(largest, coordinates->at(d, k));
        if (largest < (*size)[static_cast<std::size_t>(d)])
            continue;
        if (!only.empty())
            return say("what the coordinates need");
        only = say("the largest coordinate along dim {0} is {1}", d, largest);
    }
    return only.empty() ? say("what the coordinates need") : only;
}

Result<EditList> planDrop(const Reading& reading, const Report&)
{
    const auto coordinates = coordinatesOf(reading);
    const auto& tensor = reading.tensor();
    if (!coordinates || !hasEntryCounts(tensor) || !tensor.size ||
        static_cast<std::int64_t>(tensor.size->size()) < coordinates->dims)
        return notPossible();
    Picks picks;
    for (std::int64_t k = 0; k < coordinates->entries; ++k) {
        bool isInside = true;
        for (std::int64_t d = 0; d < coordinates->dims; ++d)
            isInside = isInside && coordinates->at(d, k) >= 0 &&
                       coordinates->at(d, k) < (*tensor.size)[static_cast<std::size_t>(d)];
        if (isInside)
            picks.first.push_back(k);
    }
    picks.count = static_cast<std::int64_t>(picks.first.size());
    return withEntries(tensor, std::move(picks));
}

constexpr Mend mends[]{
    {"retag", "take the layout tag away: the members are of this layout", nothingLost, "COO-2.3", takeTagAway},
    {"take-as-strided", "take the members as the strided arrays they are held as", nothingLost, "COO-2.1 COO-2.2",
     takeAsStrided},
    {"cast-indices", "cast the indices to int64", nothingLost, "COO-1.1 1.6", castIndices},
    {"declare-dtype", "declare the element type that the values have", nothingLost, "COO-1.2", declareDType},
    {"cast-values", "cast the values to the declared element type", roundsValues, "COO-1.2", castValues},
    {"cast-to-known", "cast the values to a type that consumers take", nothingLost, "COO-1.3 SP-2 CU-1",
     castValuesToKnown},
    {"move-members", "move all members to one device", nothingLost, "COO-4.1 COO-4.2 COO-4.3 CU-9", moveMembers},
    {"declare-device", "declare the device that all members are on", nothingLost, "COO-4.2 COO-4.3", declareDevice,
     hasOneDevice},
    {"unpin-members", "take all members out of pinned memory", nothingLost, "COO-4.4", unpinMembers},
    {"detach-members", "detach the members from the gradient", nothingLost, "COO-6.1", detachMembers},
    {"make-contiguous", "copy members into contiguous memory", nothingLost, "CU-8 CU-10", makeContiguous},
    {"append-zeros", "append zeros to the storage that is too short", addsZeros, "STR-2.1", growStorages,
     isStorageNearlyEnough},
    {"reshape-indices", "give indices two dims", nothingLost, "COO-3.1", planReshapeIndices},
    {"forget-dims", "take the declared numbers of sparse and dense dims away", nothingLost, "COO-3.2 COO-3.3",
     planForgetDims},
    {.id = "extend-size",
     .title = "extend the size so that all coordinates are inside",
     .effect = changesShape,
     .clears = "COO-5.2",
     .plan = planExtendSize,
     .numbers = largestCoordinateText},
    {.id = "sort-entries",
     .title = "sort the entries by their coordinates",
     .clears = "COO-5.3 CU-6",
     .plan = planSort,
     .applies = isSortable,
     .movesEntries = true},
    {"clear-flag", "set is_coalesced to false", nothingLost, "COO-5.3", planClearFlag},
    {"infer-size", "set the size that the members tell", changesShape, "COO-3.5 COO-3.6 COO-3.7 CU-2", inferSize,
     isSizeTold, nullptr, "what the members tell"},
    {"refresh-numel", "count the elements anew", nothingLost, "COO-3.7", refreshNumel},
    {.id = "append-values",
     .title = "append zeros for the columns of indices that have no values",
     .effect = inventsValues,
     .clears = "COO-3.4",
     .plan = planAppendValues,
     .applies = lacksSomeValues,
     .says = appendedText},
    {.id = "truncate-entries",
     .title = "drop entries that indices or values lack",
     .effect = loses("which one is missing is not known; values may belong to other coordinates"),
     .clears = "COO-3.4",
     .plan = planTruncate,
     .applies = areCountsKnown,
     .says = truncatedText},
    {"wrap-negative", "count negative coordinates from the end", changesIndices, "COO-5.1", planWrapNegative,
     nullptr, nullptr, "counted from the end"},
    {"drop-out-of-range", "drop the entries whose coordinates are out of range", dropsEntries, "COO-5.1 COO-5.2",
     planDrop},
    {"clamp-indices",
     "set coordinates that are out of range to the nearest that their neighbours allow",
     changesIndices,
     "COO-5.1 COO-5.2",
     planClamp,
     nullptr,
     nullptr,
     {},
     clampReason},
    {"sum-duplicates", "sort the entries and add those with the same coordinates", mergesEntries,
     "COO-5.3 CU-4 CU-6 SP-4", planSum},
    {"keep-first-duplicates", "sort the entries and keep the first of those with the same coordinates",
     loses("loses the values of the others"), "COO-5.3 CU-4 CU-6 SP-4", planKeepFirst, hasDuplicates},
    {"keep-last-duplicates", "sort the entries and keep the last of those with the same coordinates",
     loses("loses the values of the others"), "COO-5.3 CU-4 CU-6 SP-4", planKeepLast, hasDuplicates},
};

} // namespace

std::vector<Repair> repairs(const Reading& reading, const Report& report)
{
    auto out = offered(reading, report, mends);
    // These repairs copy the coordinates into a list. An array that repeats its storage too often is not copied.
    if (whyTooRepeated(reading.tensor().member("indices")))
        std::erase_if(out, [](const Repair& repair) {
            return std::ranges::any_of(repair.clears, [](const auto& rule) { return rule.starts_with("COO-5."); });
        });
    return out;
}

Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair)
{
    return planned(reading, report, mends, repair);
}

} // namespace tscope::coo
