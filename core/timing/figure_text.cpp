// SPDX-License-Identifier: Apache-2.0
#include "timing/figure_text.h"

#include "base/say.h"
#include "timing/number_text.h"

namespace tscope::timing {

std::string timeAndInterval(const Figure& figure)
{
    const auto median = figure.median();
    const auto count = figure.samples.size();
    if (count == 1)
        return say("{0} (measured once)", timeText(median.value));
    const auto whole = timeWithInterval(median);
    if (count >= samplesForInterval)
        return whole;
    const auto open = whole.find('(') + 1;
    return say("{0} ({1} in {2} samples)", timeText(median.value), whole.substr(open, whole.size() - 1 - open),
               count);
}

} // namespace tscope::timing
