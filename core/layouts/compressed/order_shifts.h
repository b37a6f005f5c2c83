// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/compressed/shifted_pointers.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tscope::compressed {

// Pointers whose correction would bring the entries of a batch into order, though no pointer falls.
struct OrderShifts {
    std::vector<ShiftedPointer> pointers; // in rising order
    // Whether wrong pointers explain the breaks of order better than unsorted slices do. Of an unsorted slice only
    // chance lets the entries rise across the wrong pointer, the less likely the more entries there are.
    bool areLikely = false;
};

// The fewest pointers with which all slices rise and none is longer than `extent`. Of many neighbours that are off
// by the same number only the first few are counted. Where no pointers bring all slices into order a few slices
// may stay unsorted, for another reason; where many are unsorted there is nothing to tell. Left out are pointers
// that could as well stay or be set to another number, and those whose slice is in order too once two neighbouring
// entries change places, or one of two equal entries goes. Linear in the numbers of pointers and entries.
// Preconditions: the pointers do not fall, the first is 0 and the last the number of entries.
OrderShifts orderShifts(std::span<const std::int64_t> pointers, std::span<const std::int64_t> stored,
                        std::optional<std::int64_t> extent = {});

} // namespace tscope::compressed
