// SPDX-License-Identifier: Apache-2.0
#include "timing/median.h"

#include "base/check.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tscope::timing {

namespace {

// The number, from 0, of the sample that is the lower end: the largest k so that k or fewer of n samples lie below
// the median with a probability of at most 2.5 %; each does with one half.
std::size_t lowerEnd(std::size_t count)
{
    const auto n = static_cast<double>(count);
    double logProbability = -n * std::log(2.0), sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
        sum += std::exp(logProbability);
        if (sum > 0.025)
            return k > 0 ? k - 1 : 0;
        logProbability += std::log((n - static_cast<double>(k)) / (static_cast<double>(k) + 1));
    }
    return 0;
}

} // namespace

Median medianOf(std::span<const double> samples)
{
    TSCOPE_CHECK(!samples.empty(), "a median is of samples");
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    const auto count = sorted.size(), half = count / 2;
    const auto low = lowerEnd(count);
    return {count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2, sorted[low],
            sorted[count - 1 - low]};
}

Ratio ratioOf(const Median& a, const Median& b)
{
    return {a.value / b.value, a.low / b.high, a.high / b.low};
}

Ratio inverseOf(const Ratio& ratio)
{
    return {1 / ratio.value, 1 / ratio.high, 1 / ratio.low};
}

} // namespace tscope::timing
