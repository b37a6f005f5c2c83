// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope {

// What one run of a coordinate tells of its range.
struct RunRange {
    std::int64_t signs = 0;    // below 0 when any number is
    std::int64_t highest = -1; // of all; -1 when none is 0 or above
};

// What one run of entries with two coordinates tells: both ranges, and how many entries are not above the one
// before them.
struct PairRun {
    RunRange rows, columns;
    std::int64_t unsorted = 0, duplicates = 0;
};

// The inner loops over coordinates, compiled for what this processor can do. All runs are int64 without gaps.
struct EntryLoops {
    // count numbers.
    RunRange (*range)(const std::int64_t* run, std::int64_t count);
    std::int64_t (*countNegative)(const std::int64_t* run, std::int64_t count);
    std::int64_t (*countAtLeast)(const std::int64_t* run, std::int64_t count, std::int64_t limit);
    // Two coordinates; each entry is compared with the one before it, so [-1] is read too.
    PairRun (*pair)(const std::int64_t* rows, const std::int64_t* columns, std::int64_t count);
    // order[i] becomes 1 (above), -1 (below) or stays, by this coordinate of entry i and of the one before ([-1]
    // is read). Called from the last dim to the first it leaves the lexicographic order; 0 is a duplicate.
    void (*compare)(const std::int64_t* run, std::int64_t count, std::int64_t* order);
    // Counts the -1 and the 0 of such an order.
    void (*countOrder)(const std::int64_t* order, std::int64_t count, std::int64_t& unsorted,
                       std::int64_t& duplicates);
    std::int64_t (*countEqual)(const std::int64_t* run, std::int64_t count, std::int64_t wanted);
    std::int64_t (*countEqualPair)(const std::int64_t* rows, const std::int64_t* columns, std::int64_t count,
                                   std::int64_t row, std::int64_t column);
};

const EntryLoops& entryLoops();

} // namespace tscope
