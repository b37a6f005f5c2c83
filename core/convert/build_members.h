// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/cast_losses.h"
#include "convert/placed_elements.h"

namespace tscope {

struct BuiltTensor {
    Tensor tensor;
    std::int64_t addedUp = 0; // elements that stood where another one did
    std::int64_t filled = 0;  // values of entries that no element was there for
    CastLosses losses = {};   // where the target has another element type
};

// The members of the target's layout from sorted elements of `source`. Fails where a number does not fit its type,
// where batch entries have different numbers of entries, and when it would take more than `maxBytes`.
Result<BuiltTensor> buildMembers(const Tensor& source, const Target& target, const PlacedElements& elements,
                                 std::int64_t maxBytes, const Watch& watch);

} // namespace tscope
