// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace tscope::probe {

// Several measurements of one thing, in microseconds.
struct Spread {
    double least = 0, median = 0;
    double deviation = 0; // the median of the distances from the median
    int count = 0;

    bool isNoisy() const { return deviation > 0.05 * median; }
};
Spread spreadOf(std::vector<double> samples); // precondition: at least one

} // namespace tscope::probe
