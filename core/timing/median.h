// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace tscope::timing {

// A median and the interval in which it lies in at least 95 of 100 such runs, whatever the samples are distributed
// like: two of the samples themselves, by their order. With fewer than six samples there is none so sure; then the
// least and the greatest are given.
struct Median {
    double value = 0, low = 0, high = 0;

    double halfWidth() const { return value > 0 ? (high - low) / 2 / value : 0; } // as a share of the median
};
// Precondition: there is a sample.
Median medianOf(std::span<const double> samples);

// a / b with its interval: of samples that came in pairs the median of the ratios, else from the two intervals.
struct Ratio {
    double value = 1, low = 1, high = 1;

    bool operator==(const Ratio&) const = default;
};
Ratio ratioOf(const Median& a, const Median& b);
Ratio inverseOf(const Ratio& ratio);

} // namespace tscope::timing
