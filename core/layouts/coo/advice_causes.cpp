// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/coo/advice.h"
#include "layouts/coo/reading.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/sentences.h"

#include <algorithm>
#include <set>

namespace tscope::coo {

namespace {

// A coordinate out of range is out of order with its neighbours too.
bool touches(const Reading&, const Finding& range, const Finding& order)
{
    std::set<std::int64_t> bad;
    for (const auto& witness : range.witnesses)
        if (const auto k = number(witness, "k"))
            bad.insert(*k);
    return std::ranges::all_of(order.witnesses, [&](const Witness& witness) {
        const auto k = number(witness, "k").value_or(-1);
        return bad.contains(k) || bad.contains(k - 1);
    });
}

// Every coordinate is at or above an extent below 0, and the dense part is measured from there on.
bool isFromSize(const Reading&, const Finding& size, const Finding& brought)
{
    return brought.rule != "COO-5.2" || std::ranges::any_of(size.witnesses, [&](const Witness& witness) {
               return word(witness, "kind") == "negative";
           });
}

std::string sayRange(const Reading& reading, const Report&, const Finding& finding)
{
    const bool areLimit = std::ranges::all_of(finding.witnesses, [](const Witness& witness) {
        return number(witness, "limit") && number(witness, "actual") == number(witness, "limit");
    });
    auto out = firstPlace(reading, finding);
    return areLimit && finding.count > 1 ? say("{0}: the coordinates look as if they counted from 1", out) : out;
}

std::string sayOrder(const Reading& reading, const Report&, const Finding& finding)
{
    if (finding.witnesses.empty())
        return {};
    const auto place = placeSentence(reading.tensor(), finding.rule, finding.witnesses.front());
    return withPlaces(say("{0}, but the tensor is declared as coalesced", place), finding);
}

constexpr CauseOrigin table[]{
    {.rule = "COO-2.3"},
    {.rule = "COO-2.1"},
    {.rule = "COO-2.2"},
    {.rule = "STR-2.1", .brings = "CU-10"},
    {.rule = "COO-1.1", .brings = "1.6"},
    {.rule = "COO-1.2", .brings = "COO-1.3 SP-2 CU-1"},
    {.rule = "COO-1.3", .brings = "SP-2 CU-1"},
    {.rule = "COO-4.1", .brings = "COO-4.2 COO-4.3 CU-9"},
    {.rule = "COO-4.2", .brings = "COO-4.3 CU-9"},
    {.rule = "COO-4.3", .brings = "CU-9"},
    {.rule = "COO-4.4"},
    {.rule = "COO-6.1"},
    {.rule = "COO-3.1", .brings = "COO-3.3"},
    {.rule = "COO-3.2"},
    {.rule = "COO-3.3"},
    {.rule = "COO-3.4"},
    {.rule = "COO-3.5", .brings = "COO-3.6 COO-3.7 COO-5.2 CU-2", .explains = isFromSize},
    {.rule = "COO-3.6"},
    {.rule = "1.6"},
    {.rule = "COO-3.7", .brings = "CU-2"},
    {.rule = "COO-5.1", .brings = "COO-5.3 CU-4 CU-6 SP-4", .explains = touches, .text = sayRange},
    {.rule = "COO-5.2", .brings = "COO-5.3 CU-4 CU-6 SP-4", .explains = touches, .text = sayRange},
    {.rule = "COO-5.3", .brings = "CU-4 CU-6 SP-4", .text = sayOrder},
    {.rule = "CU-4", .brings = "SP-4"},
};

} // namespace

void causes(const Reading& reading, Report& report)
{
    nameCauses(reading, report, table);
}

} // namespace tscope::coo
