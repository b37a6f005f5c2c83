// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/density.h"

#include <cmath>
#include <limits>

namespace tscope {

// An element as one number: the magnitude of a complex one. Nothing of a type that can't be read.
std::optional<double> magnitudeOf(const Element& element);

// The numbers stored in one bin, see magnitudeOf.
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

// The least and the largest finite number that a tensor stores, see magnitudeOf.
struct NumberRange {
    double least = 0, largest = 0;
    bool isSampled = false; // only some numbers were read, evenly spread: others may lie outside
    // Nine of ten numbers that are not zero are less than about a twentieth of the largest magnitude: on a linear
    // scale all of them would look like zero.
    bool isCrowded = false;

    bool operator==(const NumberRange&) const = default;
};
// Nothing where there is no finite number, or none that can be read.
std::optional<NumberRange> numberRange(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope
