// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace tscope::charts {

// The greatest sample that is not far out: that lies above the middle half of them by no more than three times its
// width, as Tukey has it. Precondition: there is one.
double usualEndOf(std::span<const double> samples);
// Those above, the least first.
std::vector<double> samplesBeyond(std::span<const double> samples, double end);

} // namespace tscope::charts
