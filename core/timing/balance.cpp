// SPDX-License-Identifier: Apache-2.0
#include "timing/balance.h"

#include "base/say.h"
#include "timing/number_text.h"

namespace tscope::timing {

namespace {

constexpr double muchLonger = 4; // than the mean

} // namespace

std::string balanceText(const Subject& subject)
{
    const auto& spread = subject.spread;
    if (spread.rows < 2 || static_cast<double>(spread.greatest) < muchLonger * spread.mean() ||
        spread.entries == 0)
        return {};
    const bool isOfComponents = subject.given.layout == "nested" || subject.given.layout == "jagged";
    auto out =
        isOfComponents
            ? say("longest component {0} of {1} elements (component {2}), median {3}", countText(spread.greatest),
                  countText(spread.entries), spread.firstLongest, countText(spread.median))
            : say("longest row {0} of {1} entries (row {2}), median {3}", countText(spread.greatest),
                  countText(spread.entries), spread.firstLongest, countText(spread.median));
    if (spread.empty > 0) {
        const auto share = percentText(static_cast<double>(spread.empty) / static_cast<double>(spread.rows));
        out += isOfComponents ? say(", {0} of the components are empty", share)
                              : say(", {0} of the rows are empty", share);
    }
    return out;
}

} // namespace tscope::timing
