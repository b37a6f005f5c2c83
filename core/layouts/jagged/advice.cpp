// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/advice.h"

#include "anatomy/report.h"
#include "base/say.h"
#include "layouts/jagged/advice_repairs.h"
#include "layouts/jagged/cached_lengths.h"
#include "layouts/jagged/jagged_reading.h"
#include "layouts/jagged/wrong_offset.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/misreadings.h"

#include <algorithm>
#include <set>

namespace tscope {

namespace {

// ---- causes

std::optional<std::int64_t> wrongOffsetOf(const Reading& reading, const Finding& falls)
{
    return firstWrongOffset(static_cast<const JaggedReading&>(reading), falls);
}

std::optional<Slots> placeOfOffset(const Reading& reading, const Finding& falls)
{
    const auto i = wrongOffsetOf(reading, falls);
    return i ? std::optional(Slots{"offsets", *i, *i + 1}) : std::nullopt;
}

std::string sayOffset(const Reading& reading, const Report&, const Finding& finding)
{
    const auto i = wrongOffsetOf(reading, finding);
    if (!i)
        return {};
    const auto& r = static_cast<const JaggedReading&>(reading);
    auto out = *i == number(finding.witnesses.front(), "i")
                   ? say("offsets[{0}] is {1}, below the {2} before it", *i, r.offset(*i), r.offset(*i - 1))
                   : say("offsets[{0}] is {1}, above the {2} after it", *i, r.offset(*i), r.offset(*i + 1));
    if (const auto range = allowedByLengths(r, *i)) {
        const auto names = cachedNames(r.tensor());
        out = range->low == range->high
                  ? say("{0}; its neighbours and {1} allow only {2}", out, names, range->low)
                  : say("{0}; its neighbours and {1} allow {2} to {3}", out, names, range->low, range->high);
    }
    return withPlaces(out, finding);
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
                                                wrongOffsetOf(reading, falls) == last;
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

} // namespace

constinit const Advice jaggedAdvice{causes, reinterpretations, jaggedRepairs, planJagged};

} // namespace tscope
