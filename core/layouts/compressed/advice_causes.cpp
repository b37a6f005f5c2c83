// SPDX-License-Identifier: Apache-2.0
#include "base/human_numbers.h"
#include "base/say.h"
#include "layouts/compressed/advice.h"
#include "layouts/compressed/phrases.h"
#include "layouts/compressed/pointer_count.h"
#include "layouts/compressed/reading.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/sentences.h"

#include <algorithm>
#include <set>

namespace tscope::compressed {

namespace {

// Metadata first: what is wrong there makes the data rules speak of the wrong places.
bool pointersEndWithPlain(const Reading&, const Finding& lengths, const Finding& brought)
{
    if (brought.rule != "5.2" || lengths.witnesses.empty() || brought.witnesses.empty())
        return true;
    const auto plain = number(lengths.witnesses.front(), "actual");
    return plain && plain == number(brought.witnesses.front(), "actual");
}

std::string sayPointerCount(const Reading& reading, const Report& report, const Finding& finding)
{
    if (finding.witnesses.empty())
        return {};
    const auto& first = finding.witnesses.front();
    const auto expected = number(first, "expected");
    const auto actual = number(first, "actual");
    if (!expected || !actual)
        return {};
    const auto counts = say("{0} has {1|pointer|pointers}, the size needs {2#}",
                            nameOf(reading.tensor(), "compressed"), *actual, *expected);
    const auto because = [&](const std::string& guess) { return say("{0}: {1}", counts, guess); };
    const auto stored = reading.outline().nnz;
    if (stored && *actual == *stored && report.find("5.3"))
        return because(say("they look like one index per entry, not like pointers"));
    if (const auto wrong = wrongCountText(reading, finding); !wrong.empty())
        return because(wrong);
    if (*actual == *expected - 1)
        return because(report.find("5.1") ? say("the leading 0 is missing") : say("one is missing"));
    return because(*actual > *expected ? say("some are too many, or the size is too small")
                                       : say("some are missing, or the size is too large"));
}

bool hasEmptyBlock(const Reading&, const Report&, const Finding& shape)
{
    return std::ranges::any_of(shape.witnesses,
                               [](const Witness& witness) { return word(witness, "kind") == "block"; });
}

constexpr CauseOrigin metadataTable[]{
    {.rule = "2.4"},
    {.rule = "2.1"},
    {.rule = "2.2"},
    {.rule = "2.3"},
    {.rule = "STR-2.1", .brings = "CU-10"},
    {.rule = "1.3", .brings = "1.1 1.2 1.6"},
    {.rule = "1.1", .brings = "1.2"},
    {.rule = "1.2"},
    {.rule = "1.4", .brings = "1.5 SP-2 CU-1"},
    {.rule = "1.5", .brings = "SP-2 CU-1"},
    {.rule = "4.1", .brings = "4.2 4.3 4.4 CU-9"},
    {.rule = "4.6", .brings = "4.1 4.2 4.3 4.4 CU-9"},
    {.rule = "4.2", .brings = "4.3 4.4 CU-9"},
    {.rule = "4.3", .brings = "4.4 CU-9"},
    {.rule = "4.4", .brings = "CU-9"},
    {.rule = "4.5"},
    {.rule = "6.1"},
    {.rule = "3.2", .brings = "3.3 3.4 3.1"},
    {.rule = "3.3", .brings = "3.4 3.9"},
    {.rule = "3.4", .brings = "3.1"},
    // A block of 0 counts as 1 from then on, which is what size is measured by.
    {.rule = "3.10", .brings = "3.1 3.7 3.8 CU-3", .when = hasEmptyBlock},
    {.rule = "3.1", .brings = "3.8 3.9 3.10 3.11 1.6 5.3 5.5 5.6 CU-2 CU-4"},
    {.rule = "3.10", .brings = "3.7 CU-3"},
    {.rule = "3.5", .brings = "3.8"},
    {.rule = "3.6"},
    {.rule = "3.8",
     .brings = "3.9 3.10 5.1 5.2 5.3 5.5 5.6 3.11 CU-4 CU-5",
     .text = sayPointerCount,
     .place = wrongCountPlace},
    {.rule = "3.9", .brings = "5.2", .explains = pointersEndWithPlain},
    {.rule = "1.6"},
    {.rule = "3.11", .brings = "CU-2"},
};

// A value out of range is out of order with its neighbours too.
bool touches(const Reading& reading, const Finding& range, const Finding& order)
{
    std::set<std::pair<Extents, std::int64_t>> bad;
    eachPlace(reading, range, mostPlacesExplained, [&](const Witness& witness) {
        auto index = extents(witness, "index");
        if (index.empty())
            return;
        const auto k = index.back();
        index.pop_back();
        bad.emplace(std::move(index), k);
    });
    bool doesTouch = true;
    const bool areAll = eachPlace(reading, order, mostPlacesExplained, [&](const Witness& witness) {
        const auto batch = extents(witness, "batch");
        const auto k = number(witness, "k").value_or(-1);
        doesTouch = doesTouch && (bad.contains({batch, k}) || bad.contains({batch, k - 1}));
    });
    return areAll && doesTouch;
}

std::string sayRange(const Reading& reading, const Report& report, const Finding& finding)
{
    if (finding.witnesses.empty())
        return {};
    const auto& first = finding.witnesses.front();
    const auto actual = number(first, "actual");
    if (!actual)
        return {};
    if (finding.count == 1)
        return {}; // the place itself says all
    const auto indices = nameOf(reading.tensor(), "plain");
    if (finding.rule != "5.5")
        return say("{0#} entries of {1} are negative, the first is {2}", finding.count, indices, *actual);
    const auto limit = number(first, "limit").value_or(0);
    std::int64_t highest = *actual;
    bool areMultiples = true, areLimit = true;
    const auto outline = reading.outline();
    const auto columns = reading.tensor().layout->name == "bsr";
    const auto width = outline.blocksize ? (*outline.blocksize)[columns ? 1 : 0] : 1;
    for (const auto& witness : finding.witnesses) {
        const auto value = number(witness, "actual").value_or(0);
        highest = std::max(highest, value);
        areLimit = areLimit && value == limit;
        areMultiples = areMultiples && width > 1 && value % width == 0;
    }
    const auto because = [&](const std::string& guess) {
        return say("{0#} entries of {1} are {2} or more, up to {3}: {4}", finding.count, indices, limit, highest,
                   guess);
    };
    if (areMultiples)
        return because(say("they look like element indices, not block indices (all are multiples of {0})", width));
    if (areLimit && !report.find("5.4"))
        return because(say("they look like indices that start at 1"));
    return because(say("the size is too small, or the indices belong to another tensor"));
}

// Slices too long for the size, and indices beyond it: with room for the largest index the slices fit as well.
bool isSizeTooSmall(const Reading& reading, const Report& report, const Finding&)
{
    const auto* steps = report.find("5.3");
    const auto largest = compressedReading(reading).largestPlain();
    return steps && largest && !report.find("5.1") && !report.find("5.2") &&
           std::ranges::all_of(steps->witnesses, [&](const Witness& witness) {
               const auto before = number(witness, "prev"), after = number(witness, "actual");
               return word(witness, "kind") == "too_many" && before && after &&
                      Wide(*after) <= Wide(*before) + Wide(*largest) + Wide(1);
           });
}

std::string saySizeTooSmall(const Reading& reading, const Report&, const Finding& finding)
{
    const auto& self = compressedReading(reading);
    const auto lines = linesOf(*reading.tensor().layout);
    return say("the size has {0}, and {1|entry lies|entries lie} beyond, up to {2} {3}: the size is too small, or "
               "the indices belong to another tensor",
               counted(self.plainExtent().value_or(0), lines.other, lines.others), finding.count, lines.other,
               self.largestPlain().value_or(0));
}

constexpr CauseOrigin tooSmall{.rule = "5.5",
                               .brings = "5.3 5.6 CU-2 CU-4 CU-5",
                               .when = isSizeTooSmall,
                               .explains =
                                   [](const Reading& reading, const Finding& range, const Finding& brought) {
                                       return brought.rule == "5.3" || brought.rule == "CU-2" ||
                                              touches(reading, range, brought);
                                   },
                               .text = saySizeTooSmall};

std::string sayOrder(const Reading& reading, const Report&, const Finding& finding)
{
    return orderText(reading, finding);
}

constexpr CauseOrigin entryTable[]{
    {.rule = "5.1"},
    {.rule = "5.2"},
    {.rule = "5.3", .brings = "5.6 CU-4 CU-5"},
    {.rule = "5.4", .brings = "5.6 CU-4 CU-5", .explains = touches, .text = sayRange},
    {.rule = "5.5", .brings = "5.6 CU-4 CU-5", .explains = touches, .text = sayRange},
};
constexpr CauseOrigin orderTable[]{
    {.rule = "5.6", .brings = "CU-4 CU-5", .text = sayOrder},
};

} // namespace

void causes(const Reading& reading, Report& report)
{
    for (const auto& origin : metadataTable)
        nameOrigin(reading, report, origin);
    nameOrigin(reading, report, tooSmall);
    auto wrong = nameSwappedPointers(reading, report);
    wrong.merge(nameWrongPointers(reading, report));
    for (const auto& origin : entryTable)
        nameOrigin(reading, report, origin);
    nameToldPointers(reading, report, wrong);
    nameOrderBreaks(reading, report, wrong);
    for (const auto& origin : entryTable)
        nameOrigin(reading, report, origin, Level::advisory);
    nameCauses(reading, report, orderTable);
}

} // namespace tscope::compressed
