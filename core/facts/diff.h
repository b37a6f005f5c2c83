// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "facts/distance.h"
#include "facts/rounding.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope {

// The first place where two tensors differ on one level.
struct DifferentPlace {
    std::string level;           // "values" "pattern" "order" "bytes"
    Extents at;                  // logical index; for "bytes": {member, byte}
    std::optional<Element> a, b; // absent: not stored there
    // Of "order" in memory: the element of the second tensor that lies where `at` of the first one does.
    std::optional<Extents> inB = {};
    // Entries stored there, which `a` and `b` are the sums of.
    std::int64_t entriesA = 1, entriesB = 1;
};

// Two tensors compared on four levels, each independent of the others.
struct Difference {
    bool values = true;  // the same number at every logical index; what is not stored is 0, duplicates are summed
    bool pattern = true; // the same set of stored indices
    bool order = true;   // stored in the same sequence; of strided tensors, that in memory
    bool bytes = true;   // same layout and members, to the byte, strides included
    // The same extents; the same quantizer, which gives stored integers their meaning. `values` needs both.
    bool size = true, quantizer = true;
    std::vector<DifferentPlace> first; // at most one per level
    // Over all logical indices; absent when sizes differ or an element can't be read.
    std::optional<double> maxAbs, maxRel;
    std::int64_t nans = 0;             // differences that are NaN, which makes `maxAbs` one
    std::optional<double> maxFinite;   // absent: none is finite
    Extents maxFiniteAt;               // where a difference is that large
    std::int64_t onlyA = 0, onlyB = 0; // indices stored in one only
    std::int64_t differ = 0;           // indices with different values
    std::int64_t changed = 0;          // of these, the ones that are stored in both
    std::int64_t close = 0;            // of these, the ones within the tolerance
    std::int64_t rounded = 0;          // of the others, those that only rounding to the coarser type sets apart
    std::optional<RoundedTypes> types; // of the values compared, where one is the coarser

    // Those stored in both that differ by more than the tolerance and rounding.
    std::int64_t byMore() const { return changed - close - rounded; }
};

struct DiffOptions {
    Tolerance tolerance = {};  // numbers within it are counted as close
    std::int64_t maxBytes = 0; // that windows of indices may take; 0: memoryBudget()
};

// Tensors that are stored in one order, each index once, are read once from the front to the end and compared in
// constant memory; others in windows of indices. Fails when entries of one can't be walked (no readable members),
// when an index does not fit 64 bits or has so many entries that they take more memory; and when it is stopped.
Result<Difference> diff(const Tensor& a, const Tensor& b, const Watch& watch = {},
                        const DiffOptions& options = {});

} // namespace tscope
