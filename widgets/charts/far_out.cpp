// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/far_out.h"

#include <algorithm>
#include <iterator>

namespace tscope::charts {

double usualEndOf(std::span<const double> samples)
{
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    const auto last = sorted.size() - 1;
    const auto lower = sorted[last / 4], upper = sorted[last * 3 / 4];
    return *std::prev(std::ranges::upper_bound(sorted, upper + 3 * (upper - lower)));
}

std::vector<double> samplesBeyond(std::span<const double> samples, double end)
{
    std::vector<double> beyond;
    std::ranges::copy_if(samples, std::back_inserter(beyond), [&](double sample) { return sample > end; });
    std::ranges::sort(beyond);
    return beyond;
}

} // namespace tscope::charts
