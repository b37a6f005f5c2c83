// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "anatomy/tally.h"
#include "base/result.h"
#include "base/watch.h"
#include "rules/contracts.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <vector>

namespace tscope {

// A bin with places of broken rules in it.
struct MarkedBin {
    std::int64_t row = 0, column = 0;
    std::uint64_t places = 0;

    bool operator==(const MarkedBin&) const = default;
};

// Where the places of a report lie in the bins of a picture. Sums of bins are those of the bins' union, so a
// single place is there at every zoom. A place that points outside the size is shown at the edge it would cross.
struct Violations {
    std::vector<MarkedBin> bins;    // by row, then column
    std::uint64_t shown = 0;        // places in these bins
    std::uint64_t elsewhere = 0;    // outside the window, or at another index of a fixed dim
    std::uint64_t withoutPlace = 0; // of metadata, or more than the report lists, or nowhere in the tensor

    // One of the places in each bin, by the numbers of its finding and of its witness in the report.
    struct First {
        std::size_t finding = 0, witness = 0;
    };
    std::vector<First> firsts = {}; // one for each bin
};

// Where in the tensor slots speak: what the layout says, or the first element that reads one. Borrows the tensor.
IndexOfSlots indexOfSlotsOf(const Tensor& tensor);

// `report` is the tensor's own. Advisories are no violations. Fails when stopped.
Result<Violations> violationsOf(const Tensor& tensor, const Report& report, const Binning& binning,
                                const Watch& watch = {});
// The same of all places that the contract finds, up to witnessLimit of each rule; none of them is kept.
Result<Violations> violationsOf(const Tensor& tensor, const Contract& contract, const Binning& binning,
                                const Watch& watch = {});

} // namespace tscope
