// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "element/element.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tscope {

// A run of slots of the values: [begin, end).
struct SlotRange {
    std::int64_t begin = 0, end = 0;

    bool operator==(const SlotRange&) const = default;
};

// Counts of the finite values by size. Bin i holds the values from starts[i] up to, not including, starts[i + 1];
// the last bin ends with `last`, which it includes.
struct Histogram {
    enum class Scale : std::uint8_t { linear, logarithmic, each }; // each: a bin for every integer
    Scale scale = Scale::linear;
    std::vector<Number> starts;
    Number last;
    std::vector<std::int64_t> counts;

    std::int64_t most() const; // the largest count; 0 of no bins
    // Small bins would not be seen beside the largest one, so lengths should be logarithms.
    bool needsLogCounts() const;
};
inline constexpr int mostHistogramBins = 64;

struct Quantile {
    double share = 0;
    Number value; // as stored, or a double between two values that are stored
};

// How the stored values of a tensor, or some of them, are spread. All but the counts is of the finite values; of
// complex ones their magnitudes.
struct Distribution {
    DType dtype;
    std::int64_t count = 0; // values, each as often as strides repeat it
    std::int64_t nans = 0, positiveInfinities = 0, negativeInfinities = 0; // complex infinities are positive
    std::int64_t zeros = 0;                                                // -0 too
    bool isOfMagnitudes = false;
    // Nothing, and no quantiles and bins, where no value is finite.
    std::optional<Number> least, largest;
    std::optional<double> mean, deviation; // the standard deviation of all: divided by their number
    std::vector<Quantile> quantiles;       // interpolated between neighbours; none of bool
    Histogram histogram;

    // So many values, evenly spread, were read in place of all, which strides make of far fewer stored ones. The
    // counts are those of the sample.
    std::optional<std::int64_t> sampledFrom;
    std::int64_t unread = 0; // slots that are not counted: no component uses them
    // Of the elements of the size, where the layout leaves some out. Nothing where more are stored than it has.
    std::optional<double> notStoredShare, zeroShare;

    std::int64_t finite() const { return count - nans - positiveInfinities - negativeInfinities; }
};

// Of all that is stored. Exact, unless `sampledFrom` says otherwise, with memory that does not grow with the
// tensor. Fails where the values can't be read and when the watch stops.
Result<Distribution> distributionOf(const Tensor& tensor, const Watch& watch = {});

// Of some slots of the values. Precondition: the runs are inside the member, if that is readable.
Result<Distribution> distributionOf(const Tensor& tensor, std::span<const SlotRange> runs,
                                    const Watch& watch = {});

} // namespace tscope
