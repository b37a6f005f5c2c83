// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/density.h"

#include <cmath>
#include <limits>

namespace tscope {

// What is stored in one bin: of complex numbers their magnitudes.
struct ValueBin {
    double sum = 0;
    double least = std::numeric_limits<double>::infinity(), largest = -std::numeric_limits<double>::infinity();
    std::uint32_t count = 0;     // finite numbers
    std::uint32_t notFinite = 0; // NaN and infinities

    void add(double number)
    {
        if (!std::isfinite(number)) {
            ++notFinite;
            return;
        }
        sum += number;
        least = std::min(least, number);
        largest = std::max(largest, number);
        ++count;
    }
    double mean() const { return sum / count; } // precondition: count > 0
};

// The values stored in each bin of a window, row by row. Exact, unless sampled: then some elements of each bin, or
// some rows, stand for all.
struct ValueMap {
    Binning binning;
    std::vector<ValueBin> bins;
    bool isSampled = false;

    const ValueBin& at(std::int64_t row, std::int64_t column) const
    {
        return bins[static_cast<std::size_t>(row * binning.columns.count() + column)];
    }
};

// Fails as densityOf does, and where the values are of a type that is no number or can't be read.
Result<ValueMap> valueMapOf(const Tensor& tensor, const DensitySpec& spec = {});

// The least and the largest finite number that a tensor stores, of complex ones in magnitude. Of very many numbers
// those of some are told, evenly spread.
struct ValueRange {
    double least = 0, largest = 0;

    bool operator==(const ValueRange&) const = default;
};
// Nothing where there is no finite number, or none that can be read.
std::optional<ValueRange> valueRange(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope
