// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
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
};

// Two tensors compared on four levels, each independent of the others.
struct Difference {
    bool values = true;  // the same number at every logical index; what is not stored is 0, duplicates are summed
    bool pattern = true; // the same set of stored indices
    bool order = true;   // stored in the same sequence
    bool bytes = true;   // same layout and members, to the byte, strides included
    std::vector<DifferentPlace> first; // at most one per level
    // Over all logical indices; absent when sizes differ or an element can't be read.
    std::optional<double> maxAbs, maxRel;
    std::int64_t onlyA = 0, onlyB = 0; // indices stored in one only
    std::int64_t differ = 0;           // indices with different values
};

// Fails when entries of one can't be walked (no readable members) or an index does not fit 64 bits; or when it is
// stopped.
Result<Difference> diff(const Tensor& a, const Tensor& b, const Watch& watch = {});

} // namespace tscope
