// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tscope::compressed {

// A pointer that gives some entries of one slice to the slice beside it, though no pointer falls.
struct ShiftedPointer {
    std::int64_t at = 0; // its position
    std::int64_t to = 0; // where the order of entries breaks
};

// The shifted pointers of one batch, each judged by its two slices alone: one other number, and no second one,
// brings both into order, and neither is longer than `extent` then. Left out are pointers beside another such
// pointer, as either could be the wrong one, and where two neighbouring entries that changed places explain the
// break as well. Entries out of order elsewhere do not matter. Preconditions: the pointers do not fall, the first
// is 0 and the last the number of entries.
std::vector<ShiftedPointer> shiftedPointers(std::span<const std::int64_t> pointers,
                                            std::span<const std::int64_t> stored,
                                            std::optional<std::int64_t> extent = {});

} // namespace tscope::compressed
