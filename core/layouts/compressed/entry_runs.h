// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bins.h"
#include "base/watch.h"
#include "layouts/compressed/scan/index_lines.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tscope::compressed {

// Entries [begin, end) of a line that all lie in one bin of the slices, and how many rows of each entry's block
// do.
struct EntryRun {
    std::int64_t bin = 0, weight = 1;
    std::int64_t begin = 0, end = 0;
};

// What the entries of a line are cut by.
struct SliceSpan {
    std::int64_t slices = 0;  // of the line, as far as they are looked at
    std::int64_t block = 1;   // numbers that a slice stands for
    std::int64_t entries = 0; // that the line has; pointers are cut to them
    std::int64_t stored = 0;  // of these, the ones with values
};

// The slices of a line of pointers as runs, bin after bin; slices that continue each other in one bin are one run.
// So a sound line gives one run for each bin, a broken one any number, which may overlap. Runs are handed over a
// batch at a time; `take` returns false to stop.
void visitRuns(const IndexLines& pointers, std::int64_t line, const SliceSpan& span, const Bins& bins,
               const std::function<bool(const std::vector<EntryRun>&)>& take);

} // namespace tscope::compressed
