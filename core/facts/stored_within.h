// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/index_box.h"
#include "anatomy/witness.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <vector>

namespace tscope {

// The slots of values that a tensor stores for the elements of a box.
struct StoredWithin {
    std::vector<Slots> values; // in order, neighbours as one run
    std::int64_t elements = 0; // that they are of
    bool truncated = false;    // there are more elements in the box, and only the first that were met are here

    bool operator==(const StoredWithin&) const = default;
};

// Of at most so many elements. Fails where the members can't be read or the box is of another rank, and when the
// watch stops.
Result<StoredWithin> storedWithin(const Tensor& tensor, const IndexBox& box, std::int64_t most,
                                  const Watch& watch = {});

} // namespace tscope
