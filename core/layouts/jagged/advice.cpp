// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/advice.h"

#include "anatomy/report.h"
#include "base/say.h"
#include "layouts/jagged/jagged_reading.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/mends.h"
#include "layouts/shared/misreadings.h"
#include "layouts/shared/ordered_bounds.h"

#include <algorithm>
#include <set>

namespace tscope {

namespace {

// ---- causes

// Which of the two offsets of a fall at `i` is the wrong one: that without which its neighbours are in order.
std::int64_t wrongOffset(const JaggedReading& r, std::int64_t i)
{
    const auto last = r.components().value_or(0);
    const auto extent = r.raggedExtent();
    const auto isOutside = [&](std::int64_t c) { return r.offset(c) < 0 || (extent && r.offset(c) > *extent); };
    const auto canBeWrong = [&](std::int64_t c) {
        if (c == 0)
            return r.hasLengths() || r.offset(0) != 0;
        if (c == last)
            return r.hasLengths() || r.offset(last) != extent;
        return r.offset(c - 1) <= r.offset(c + 1);
    };
    const bool before = canBeWrong(i - 1), after = canBeWrong(i);
    if (before != after)
        return before ? i - 1 : i;
    return isOutside(i - 1) && !isOutside(i) ? i - 1 : i;
}

std::optional<std::int64_t> firstWrongOffset(const Reading& reading, const Finding& falls)
{
    const auto i = falls.witnesses.empty() ? std::nullopt : number(falls.witnesses.front(), "i");
    return i ? std::optional(wrongOffset(static_cast<const JaggedReading&>(reading), *i)) : std::nullopt;
}

std::optional<Slots> placeOfOffset(const Reading& reading, const Finding& falls)
{
    const auto i = firstWrongOffset(reading, falls);
    return i ? std::optional(Slots{"offsets", *i, *i + 1}) : std::nullopt;
}

std::string sayOffset(const Reading& reading, const Report&, const Finding& finding)
{
    const auto i = firstWrongOffset(reading, finding);
    if (!i)
        return {};
    const auto& r = static_cast<const JaggedReading&>(reading);
    if (*i == number(finding.witnesses.front(), "i"))
        return withPlaces(say("offsets[{0}] is {1}, below the {2} before it", *i, r.offset(*i), r.offset(*i - 1)),
                          finding);
    return withPlaces(say("offsets[{0}] is {1}, above the {2} after it", *i, r.offset(*i), r.offset(*i + 1)),
                      finding);
}

// The one fall of the order is at an offset that another rule finds wrong as well.
bool fallsOnlyAt(const Report& report, std::int64_t i)
{
    const auto* falls = report.find("JAG-5.3");
    return falls && falls->count == 1 && !falls->witnesses.empty() && number(falls->witnesses.front(), "i") == i;
}

bool isLastOffsetLow(const Reading& reading, const Report& report, const Finding&)
{
    const auto& r = static_cast<const JaggedReading&>(reading);
    return !r.hasLengths() && fallsOnlyAt(report, r.components().value_or(0));
}

// Without lengths the first offset is too high for the next. With them it says which offsets are negative, and
// those are below what stands before them.
bool bringsFall(const Reading& reading, const Finding& first, const Finding& brought)
{
    if (brought.rule != "JAG-5.3")
        return true;
    std::set<std::optional<std::int64_t>> wrong{1};
    if (static_cast<const JaggedReading&>(reading).hasLengths()) {
        wrong.clear();
        for (const auto& witness : first.witnesses)
            wrong.insert(number(witness, "i"));
    }
    return std::ranges::all_of(brought.witnesses,
                               [&](const Witness& w) { return wrong.contains(number(w, "i")); });
}

// The cached extremes can be true if the lengths that reach too far are shorter ones, which end before the next
// component begins.
bool falsifiesExtremes(const Reading& reading, const Report& report, const Finding&)
{
    const auto& r = static_cast<const JaggedReading&>(reading);
    if ((!report.find("JAG-6.1") && !report.find("JAG-6.2")) || r.whyRunsUnknown())
        return false;
    std::optional<Wide> shortest, longest; // of the lengths that stand
    Wide leastRoom = int64Max, mostRoom = 0;
    for (std::int64_t c = 0; c < *r.components(); ++c) {
        const auto length = r.length(c);
        const auto room = checkedSub(r.offset(c + 1), r.offset(c));
        if (!room || *room < 0)
            return false;
        if (length > Wide(*room)) {
            leastRoom = std::min(leastRoom, Wide(*room));
            mostRoom = std::max(mostRoom, Wide(*room));
        } else {
            shortest = std::min(shortest.value_or(length), length);
            longest = std::max(longest.value_or(length), length);
        }
    }
    const auto least = r.tensor().claims.integer("min_seqlen"), most = r.tensor().claims.integer("max_seqlen");
    const bool isLeastPossible =
        !least || (*least >= 0 && Wide(*least) <= leastRoom && (!shortest || Wide(*least) <= *shortest));
    const bool isMostPossible =
        !most || longest == Wide(*most) || (Wide(*most) <= mostRoom && (!longest || Wide(*most) > *longest));
    return isLeastPossible && isMostPossible;
}

constexpr CauseOrigin origins[]{{.rule = "JAG-2.1"},
                                {.rule = "JAG-2.2"},
                                {.rule = "STR-2.1"},
                                {.rule = "JAG-1.1", .brings = "JAG-1.2"},
                                {.rule = "JAG-1.2"},
                                {.rule = "JAG-3.1"},
                                {.rule = "JAG-3.2"},
                                {.rule = "JAG-3.3"},
                                {.rule = "JAG-3.4"},
                                {
                                    .rule = "JAG-5.4",
                                    .brings = "JAG-6.1 JAG-6.2",
                                },
                                {
                                    .rule = "JAG-5.1",
                                    .brings = "JAG-5.3 JAG-6.1 JAG-6.2",
                                    .explains = bringsFall,
                                },
                                {
                                    .rule = "JAG-5.2",
                                    .brings = "JAG-5.3 JAG-6.1 JAG-6.2",
                                    .when = isLastOffsetLow,
                                },
                                {.rule = "JAG-5.3",
                                 .brings = "JAG-5.2 JAG-5.5 JAG-5.6 JAG-6.1 JAG-6.2",
                                 .explains =
                                     [](const Reading& reading, const Finding& falls, const Finding& brought) {
                                         // The last offset is wrong by itself unless the fall is there.
                                         const auto last = static_cast<const JaggedReading&>(reading).components();
                                         return brought.rule != "JAG-5.2" || falls.count > 1 ||
                                                firstWrongOffset(reading, falls) == last;
                                     },
                                 .text = sayOffset,
                                 .place = placeOfOffset},
                                {
                                    .rule = "JAG-5.5",
                                    .brings = "JAG-5.6 JAG-6.1 JAG-6.2",
                                },
                                {
                                    .rule = "JAG-5.2",
                                    .brings = "JAG-5.5 JAG-6.1 JAG-6.2",
                                },
                                {
                                    .rule = "JAG-5.6",
                                    .brings = "JAG-6.1 JAG-6.2",
                                },
                                {.rule = "JAG-6.1"},
                                {.rule = "JAG-6.2"}};

// To share is only advised against, but a length that is too long may be why a cached extreme is not true.
constexpr CauseOrigin tooLong{.rule = "JAG-5.6", .brings = "JAG-6.1 JAG-6.2", .when = falsifiesExtremes};

void causes(const Reading& reading, Report& report)
{
    nameOrigin(reading, report, tooLong, Level::advisory);
    nameCauses(reading, report, origins);
}

// ---- other readings

std::vector<Reinterpretation> reinterpretations(const Reading& reading, const Report& report)
{
    const auto& tensor = reading.tensor();
    const auto& offsets = tensor.member("offsets");
    std::vector<Reinterpretation> all;
    const auto isBroken = [&](std::initializer_list<std::string_view> rules) {
        return std::ranges::any_of(rules, [&](std::string_view rule) { return report.find(rule) != nullptr; });
    };
    const auto offer = [&](std::string_view id, std::string as, std::string text,
                           const std::optional<Array>& array) {
        if (array)
            all.push_back({id, std::move(as), std::move(text), replaced(tensor, "offsets", *array)});
    };
    if (!isBroken({"JAG-5.1", "JAG-5.2", "JAG-5.3", "JAG-3.3", "JAG-1.1", "STR-2.1"}))
        return all;
    offer("counts-as-pointers", say("jagged, offsets summed up"),
          say("offsets holds the lengths of the components"), runningSums(offsets, false));
    offer("counts-as-pointers", say("jagged, offsets summed up"),
          say("offsets holds a 0 and the lengths of the components"), runningSums(offsets, true));
    offer("no-leading-zero", say("jagged with a 0 before the offsets"),
          say("offsets lacks the 0 that the first component starts at"), withLeadingZero(offsets));
    offer("one-based", say("jagged, counted from 1"), say("offsets start at 1"), fromOne(offsets));
    for (const auto reread : {otherWidth, sameLengthOtherWidth})
        offer("wrong-width", say("offsets of the other width"),
              say("the bytes of offsets are integers of another width"), asInt64(reread(offsets.array)));
    return all;
}

// ---- repairs

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

Result<EditList> planOrder(const Reading& reading, const Report&)
{
    return planNumbers(reading, "offsets", [&](Numbers& offsets) {
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

Result<EditList> planForgetExtremes(const Reading&, const Report&)
{
    return EditList{{SetClaim{"min_seqlen", std::nullopt}, SetClaim{"max_seqlen", std::nullopt}}};
}

// What is removed, and why.
std::string forgottenText(const Reading& reading, const Report& report)
{
    const auto& claims = reading.tensor().claims;
    std::string names;
    for (const std::string_view name : {"min_seqlen", "max_seqlen"})
        if (claims.find(name) != nullptr)
            names = names.empty() ? std::string(name) : say("{0} and {1}", names, name);
    std::string because;
    const auto note = [&](std::string_view rule, const auto& text) {
        const auto* finding = report.find(rule);
        if (!finding || finding->witnesses.empty())
            return;
        const auto& witness = finding->witnesses.front();
        because += (because.empty() ? "" : say("; ")) +
                   text(numberText(witness, "actual"), numberText(witness, "expected"));
    };
    note("JAG-6.1", [](const std::string& actual, const std::string& expected) {
        return say("{0} would be wrong, the shortest is {1}", actual, expected);
    });
    note("JAG-6.2", [](const std::string& actual, const std::string& expected) {
        return say("{0} would be wrong, the longest is {1}", actual, expected);
    });
    return because.empty() ? say("remove the cached {0}", names)
                           : say("remove the cached {0} ({1})", names, because);
}

// The values behind the last offset are in no component. A view of the others: nothing is copied.
Result<EditList> planShorten(const Reading& reading, const Report&)
{
    const auto& jagged = static_cast<const JaggedReading&>(reading);
    const auto dim = jagged.raggedDim();
    const auto extent = jagged.raggedExtent(), count = jagged.components();
    if (!dim || !extent || !count || jagged.whyOffsetsUnknown())
        return notPossible();
    const auto last = jagged.offset(*count);
    if (last < 0 || last >= *extent)
        return invalidArgument(say("no values lie behind the last offset"));
    auto array = jagged.values().array;
    array.geometry.sizes[*dim] = last;
    return EditList{{ReplaceArray{"values", std::move(array), jagged.values().layout}}};
}

bool isTailBehindOffsets(const Reading& reading, const Report&)
{
    const auto& jagged = static_cast<const JaggedReading&>(reading);
    const auto extent = jagged.raggedExtent(), count = jagged.components();
    if (jagged.hasLengths() || !extent || !count || jagged.whyOffsetsUnknown())
        return false;
    const auto last = jagged.offset(*count);
    return last >= 0 && last < *extent;
}

std::string shortenText(const Reading& reading, const Report&)
{
    const auto& jagged = static_cast<const JaggedReading&>(reading);
    const auto extent = jagged.raggedExtent(), count = jagged.components();
    if (!isTailBehindOffsets(reading, {}))
        return say("shorten values to the last offset");
    const auto last = jagged.offset(*count);
    return say("shorten values to the last offset, {0}, and drop {1} behind it", last, *extent - last);
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
    {"forget-extremes",
     "remove the cached shortest and longest length",
     nothingLost,
     "JAG-6.1 JAG-6.2",
     planForgetExtremes,
     nullptr,
     nullptr,
     {},
     nullptr,
     forgottenText},
    {"ragged-first", "take the first dim of values as the ragged one", loses("changes which dim is ragged"),
     "JAG-3.4", planDefaultRagged},
    {"one-component", "make one component of all values", loses("makes one component of all"), "JAG-3.2",
     planOneComponent},
    {"fit-lengths", "cut or continue lengths to the number of components", loses("changes lengths"), "JAG-3.3",
     planFitLengths},
    {"order-offsets", "change the fewest offsets so that none falls",
     loses("changes which elements components have"), "JAG-5.1 JAG-5.2 JAG-5.3", planOrder, nullptr, nullptr,
     "the nearest that does not fall"},
    {"shorten-values",
     "shorten values to the last offset",
     loses("loses the values behind the last offset"),
     "JAG-5.2",
     planShorten,
     isTailBehindOffsets,
     nullptr,
     {},
     nullptr,
     shortenText},
    {"no-negative-lengths", "set negative lengths to 0", loses("changes lengths"), "JAG-5.4",
     planNoNegativeLengths, nullptr, nullptr, "the shortest there is"},
    {"cut-to-values", "cut lengths at the end of values", loses("shortens components"), "JAG-5.5", planCutToValues,
     nullptr, nullptr, "which ends where values end"},
    {"cut-to-next", "cut lengths where the next component begins", loses("shortens components"), "JAG-5.5 JAG-5.6",
     planCutToNext, nullptr, nullptr, "which ends where the next component begins"},
    {"append-zeros", "append zeros to the storage that is too short", addsZeros, "STR-2.1", growStorages,
     isStorageNearlyEnough}};

std::vector<Repair> repairs(const Reading& reading, const Report& report)
{
    return offered(reading, report, mends);
}

Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair)
{
    return planned(reading, report, mends, repair);
}

} // namespace

constinit const Advice jaggedAdvice{causes, reinterpretations, repairs, plan};

} // namespace tscope
