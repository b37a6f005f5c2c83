// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/tally.h"
#include "base/result.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tscope {

struct Range {
    std::int64_t begin = 0, end = 0; // [begin, end)
};

// What to count of a tensor.
struct DensitySpec {
    // The dims to take as rows and columns; else the last two sparse ones, of a ragged tensor its components and
    // the first dim they differ in. A tensor with one dim has columns only, one without dims a single cell.
    std::optional<std::int64_t> rowDim = {}, columnDim = {};
    std::optional<Range> rows = {}, columns = {};   // the window; else all of both dims
    std::int64_t rowBins = 1000, columnBins = 1000; // at most; never more than there are rows and columns
    std::vector<std::pair<std::int64_t, std::int64_t>> fixed = {}; // other dims and the index to take of each
    // Elements that may be counted. Where there are more, and the layout can, some are drawn that stand for all:
    // that takes an instant whatever the size.
    std::int64_t most = int64Max;
    Watch watch = {};
};

// How many stored elements (of layouts that store all: those that are not zero) stand in each bin of a window.
// Exact, unless sampled: every element is looked at, duplicates count each.
struct Density {
    Binning binning;
    Tally tally;
    std::uint64_t total = 0, largest = 0;

    bool isSampled() const { return tally.isSampled; }
    std::uint64_t count(std::int64_t row, std::int64_t column) const { return tally.counts.at(row, column); }
    // Stored elements for each cell of that very bin. Above 1 where other dims are added up.
    double density(std::int64_t row, std::int64_t column) const
    {
        return static_cast<double>(count(row, column)) / static_cast<double>(binning.rows.width(row)) /
               static_cast<double>(binning.columns.width(column));
    }
};

// The bins of a spec. Fails as densityOf does.
Result<Binning> binningOf(const Tensor& tensor, const DensitySpec& spec);

inline constexpr std::int64_t densityBinLimit = std::int64_t{1} << 27; // rows times columns

// Fails when the spec asks for what is not there (invalidArgument), when nothing of the tensor can be read
// (unsupported), or when stopped (cancelled). May be called from any thread; works on several.
Result<Density> densityOf(const Tensor& tensor, const DensitySpec& spec = {});

} // namespace tscope
