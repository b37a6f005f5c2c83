// SPDX-License-Identifier: Apache-2.0
#include "timing/balance.h"

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
    const std::string row = isOfComponents ? "component" : "row";
    auto out = "longest " + row + ' ' + countText(spread.greatest) + " of " + countText(spread.entries) +
               (isOfComponents ? " elements (" : " entries (") + row + ' ' + std::to_string(spread.firstLongest) +
               "), median " + countText(spread.median);
    if (spread.empty > 0)
        out += ", " + percentText(static_cast<double>(spread.empty) / static_cast<double>(spread.rows)) +
               " of the " + row + "s are empty";
    return out;
}

} // namespace tscope::timing
