// SPDX-License-Identifier: Apache-2.0
// How broken offsets, lengths and cached extremes are repaired.
#include "layouts/jagged/advice_repairs.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/jagged/cached_lengths.h"
#include "layouts/jagged/jagged_reading.h"
#include "layouts/jagged/wrong_offset.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/mends.h"
#include "layouts/shared/ordered_bounds.h"
#include "layouts/shared/rewrites.h"

#include <algorithm>

namespace tscope {

namespace {

Error notPossible()
{
    return invalidArgument(say("the tables can't be read, or their shapes do not go together"));
}

template <class Rewrite>
Result<EditList> planNumbers(const Reading& reading, std::string_view role, Rewrite&& rewrite)
{
    const auto* member = reading.tensor().find(role);
    auto numbers = member ? integersOf(*member) : std::nullopt;
    if (!numbers || numbers->empty() || !rewrite(*numbers))
        return notPossible();
    auto array = integerArray(member->array.geometry.sizes, *numbers, member->array);
    if (!array)
        return notPossible();
    return EditList{{ReplaceArray{std::string(role), std::move(*array)}}};
}

using Numbers = std::vector<std::int64_t>;

std::optional<std::int64_t> extentOf(const Reading& reading)
{
    return static_cast<const JaggedReading&>(reading).raggedExtent();
}

Result<EditList> planShift(const Reading& reading, const Report&)
{
    return planNumbers(reading, "offsets", [&](Numbers& offsets) {
        const auto first = offsets.front();
        for (auto& offset : offsets) {
            const auto moved = checkedSub(offset, first);
            if (!moved)
                return false;
            offset = *moved;
        }
        return extentOf(reading) == offsets.back();
    });
}

Result<EditList> planZeroFirst(const Reading& reading, const Report&)
{
    return planNumbers(reading, "offsets", [](Numbers& offsets) {
        offsets.front() = 0;
        return true;
    });
}

Result<EditList> planSetLast(const Reading& reading, const Report&)
{
    return planNumbers(reading, "offsets", [&](Numbers& offsets) {
        const auto extent = extentOf(reading);
        offsets.back() = extent.value_or(0);
        return extent.has_value();
    });
}

// The only wrong offset, set to the nearest that gives components the cached lengths.
std::optional<SlotChange> offsetByLengths(const Reading& reading, const Report& report)
{
    const auto& jagged = static_cast<const JaggedReading&>(reading);
    const auto* falls = report.find("JAG-5.3");
    const auto i = falls && falls->count == 1 ? firstWrongOffset(jagged, *falls) : std::nullopt;
    const auto range = i ? allowedByLengths(jagged, *i) : std::nullopt;
    if (!range)
        return std::nullopt;
    return SlotChange{"offsets", *i, std::clamp(jagged.offset(*i), range->low, range->high)};
}

std::string orderReason(const Reading& reading, const Report& report)
{
    return offsetByLengths(reading, report)
               ? say("the nearest that its neighbours and {0} allow", cachedNames(reading.tensor()))
               : say("the nearest that does not fall");
}

Result<EditList> planOrder(const Reading& reading, const Report& report)
{
    const auto one = offsetByLengths(reading, report);
    return planNumbers(reading, "offsets", [&](Numbers& offsets) {
        if (one) {
            offsets[static_cast<std::size_t>(one->slot)] = one->to;
            return true;
        }
        const auto extent = extentOf(reading);
        if (!extent)
            return false;
        if (!static_cast<const JaggedReading&>(reading).hasLengths()) {
            offsets = orderedBounds(offsets, *extent);
            return true;
        }
        std::int64_t highest = 0; // components may leave gaps: the ends are theirs
        for (auto& offset : offsets)
            offset = highest = std::clamp(offset, highest, std::max(highest, *extent));
        return true;
    });
}

// Each length cut to what is there: up to the end of values, or up to the next component.
Result<EditList> planCutLengths(const Reading& reading, bool toNext)
{
    const auto offsets = integersOf(reading.tensor().member("offsets"));
    const auto extent = extentOf(reading);
    if (!offsets || (!toNext && !extent))
        return notPossible();
    return planNumbers(reading, "lengths", [&](Numbers& lengths) {
        if (offsets->size() != lengths.size() + 1)
            return false;
        for (std::size_t t = 0; t < lengths.size(); ++t) {
            const auto room = checkedSub(toNext ? (*offsets)[t + 1] : *extent, (*offsets)[t]);
            lengths[t] = std::clamp<std::int64_t>(lengths[t], 0, std::max<std::int64_t>(room.value_or(0), 0));
        }
        return true;
    });
}

Result<EditList> planCutToValues(const Reading& reading, const Report&)
{
    return planCutLengths(reading, false);
}

Result<EditList> planCutToNext(const Reading& reading, const Report&)
{
    return planCutLengths(reading, true);
}

Result<EditList> planNoNegativeLengths(const Reading& reading, const Report&)
{
    return planNumbers(reading, "lengths", [](Numbers& lengths) {
        for (auto& length : lengths)
            length = std::max<std::int64_t>(length, 0);
        return true;
    });
}

Result<EditList> planFlattenOffsets(const Reading& reading, const Report&)
{
    const auto& member = reading.tensor().member("offsets");
    const auto count = numel(member.array.geometry);
    auto array = count ? reshaped(member.array, {*count}) : Result<Array>(notPossible());
    if (!array)
        return array.error();
    return EditList{{ReplaceArray{"offsets", std::move(*array), member.layout}}};
}

// One component that holds everything.
Result<EditList> planOneComponent(const Reading& reading, const Report&)
{
    const auto& member = reading.tensor().member("offsets");
    const auto extent = extentOf(reading);
    auto array = extent ? integerArray({2}, Numbers{0, *extent}, member.array) : std::nullopt;
    if (!array)
        return notPossible();
    return EditList{{ReplaceArray{"offsets", std::move(*array)}}};
}

// As many lengths as components: cut, or continued by what the offsets say.
Result<EditList> planFitLengths(const Reading& reading, const Report&)
{
    const auto* member = reading.tensor().find("lengths");
    const auto offsets = integersOf(reading.tensor().member("offsets"));
    auto lengths = member ? integersOf(*member) : std::nullopt;
    if (!offsets || offsets->empty() || !lengths)
        return notPossible();
    while (lengths->size() + 1 < offsets->size()) {
        const auto t = lengths->size();
        lengths->push_back(std::max<std::int64_t>(checkedSub((*offsets)[t + 1], (*offsets)[t]).value_or(0), 0));
    }
    lengths->resize(offsets->size() - 1);
    auto array = integerArray({static_cast<std::int64_t>(lengths->size())}, *lengths, member->array);
    if (!array)
        return notPossible();
    return EditList{{ReplaceArray{"lengths", std::move(*array)}}};
}

Result<EditList> planDefaultRagged(const Reading&, const Report&)
{
    return EditList{{SetClaim{"ragged_idx", std::nullopt}}};
}

// The only dim of values that is as long as the last offset says.
std::optional<std::int64_t> fittingDim(const Reading& reading)
{
    const auto offsets = integersOf(reading.tensor().member("offsets"));
    if (!offsets || offsets->empty())
        return std::nullopt;
    const auto& extents = reading.tensor().member("values").array.geometry.sizes;
    const auto at = std::ranges::find(extents, offsets->back());
    if (at == extents.end() || std::find(at + 1, extents.end(), offsets->back()) != extents.end())
        return std::nullopt;
    return at - extents.begin();
}

bool isOneDimFitting(const Reading& reading, const Report&)
{
    return fittingDim(reading).has_value();
}

Result<EditList> planFittingRagged(const Reading& reading, const Report&)
{
    const auto dim = fittingDim(reading);
    return dim ? Result<EditList>(EditList{{SetClaim{"ragged_idx", *dim + 1}}}) : notPossible();
}

// Values behind the last offset, which are in no component.
struct Tail {
    std::int64_t begin = 0, count = 0; // along the ragged dim
};

std::optional<Tail> tailOf(const Reading& reading)
{
    const auto& jagged = static_cast<const JaggedReading&>(reading);
    const auto extent = jagged.raggedExtent(), components = jagged.components();
    if (!extent || !components || jagged.whyOffsetsUnknown())
        return std::nullopt;
    const auto last = jagged.offset(*components);
    return last >= 0 && last < *extent ? std::optional(Tail{last, *extent - last}) : std::nullopt;
}

// A view of the values before the tail: nothing is copied.
Result<EditList> planShorten(const Reading& reading, const Report&)
{
    const auto& jagged = static_cast<const JaggedReading&>(reading);
    const auto dim = jagged.raggedDim();
    const auto tail = tailOf(reading);
    if (!dim || !tail)
        return invalidArgument(say("no values lie behind the last offset"));
    auto array = jagged.values().array;
    array.geometry.sizes[*dim] = tail->begin;
    return EditList{{ReplaceArray{"values", std::move(array), jagged.values().layout}}};
}

bool isTailBehindOffsets(const Reading& reading, const Report&)
{
    return !static_cast<const JaggedReading&>(reading).hasLengths() && tailOf(reading);
}

// Precondition: there is a tail.
std::string shortenText(const Reading& reading, const Report&)
{
    const auto tail = *tailOf(reading);
    return say("shorten values to the last offset, {0}, and drop {1} behind it", tail.begin, tail.count);
}

Effect forgettingEffect(const Reading&, const Report& report)
{
    return areExtremesEvidence(report) ? loses("loses what they tell of wrong offsets and lengths") : nothingLost;
}

constexpr Mend mends[]{
    {"cast-tables", "cast offsets and lengths to int64", nothingLost, "JAG-1.1 JAG-1.2", castIndices},
    {"take-as-strided", "take the members as the strided arrays they are held as", nothingLost, "JAG-2.1",
     takeAsStrided},
    {"move-members", "move all members to one device", nothingLost, "JAG-2.2", moveMembers},
    {"flatten-offsets", "give offsets one dim", nothingLost, "JAG-3.1", planFlattenOffsets},
    {"ragged-fitting", "take the dim of values that is as long as the last offset says as the ragged one",
     nothingLost, "JAG-3.4", planFittingRagged, isOneDimFitting},
    {"shift-offsets", "subtract the first offset from all", nothingLost, "JAG-5.1 JAG-5.2", planShift},
    {"zero-first-offset", "set the first offset to 0", nothingLost, "JAG-5.1", planZeroFirst},
    {"set-last-offset", "set the last offset to the ragged extent", nothingLost, "JAG-5.2", planSetLast, nullptr,
     nullptr, "the ragged extent"},
    {"ragged-first", "take the first dim of values as the ragged one", loses("changes which dim is ragged"),
     "JAG-3.4", planDefaultRagged},
    {"one-component", "make one component of all values", loses("makes one component of all"), "JAG-3.2",
     planOneComponent},
    {"fit-lengths", "cut or continue lengths to the number of components", loses("changes lengths"), "JAG-3.3",
     planFitLengths},
    {.id = "order-offsets",
     .title = "change the fewest offsets so that none falls",
     .effect = loses("changes which elements components have"),
     .clears = "JAG-5.1 JAG-5.2 JAG-5.3",
     .plan = planOrder,
     .oneChange = offsetByLengths,
     .numbers = orderReason},
    {.id = "shorten-values",
     .title = "shorten values to the last offset",
     .effect = loses("loses the values behind the last offset"),
     .clears = "JAG-5.2",
     .plan = planShorten,
     .applies = isTailBehindOffsets,
     .says = shortenText},
    {"no-negative-lengths", "set negative lengths to 0", loses("changes lengths"), "JAG-5.4",
     planNoNegativeLengths, nullptr, nullptr, "the shortest there is"},
    {"cut-to-values", "cut lengths at the end of values", loses("shortens components"), "JAG-5.5", planCutToValues,
     nullptr, nullptr, "which ends where values end"},
    {"cut-to-next", "cut lengths where the next component begins", loses("shortens components"), "JAG-5.5 JAG-5.6",
     planCutToNext, nullptr, nullptr, "which ends where the next component begins"},
    // The cached lengths may narrow what broken offsets and lengths can be, so they are removed after those are
    // repaired.
    {.id = "forget-extremes",
     .title = "remove the cached shortest and longest length",
     .clears = "JAG-6.1 JAG-6.2",
     .plan = planForgetExtremes,
     .says = forgottenText,
     .effectHere = forgettingEffect},
    {"append-zeros", "append zeros to the storage that is too short", addsZeros, "STR-2.1", growStorages,
     isStorageNearlyEnough}};

} // namespace

std::vector<Repair> jaggedRepairs(const Reading& reading, const Report& report)
{
    return offered(reading, report, mends);
}

Result<EditList> planJagged(const Reading& reading, const Report& report, std::string_view repair)
{
    return planned(reading, report, mends, repair);
}

} // namespace tscope
