// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/footprint.h"
#include "timing/session.h"

#include <optional>
#include <span>

namespace tscope::timing {

// Where the bytes of these forms lie, each of which the footprints have; in one pass over the entries. A value is
// in the tile of its own place, so that a block on the border of tiles has values in each of them; an index is
// where the first element of its entry is. Pointers are in no tile: with them a form has exactly its footprint's
// bytes. Takes a word for each column of blocks. Nothing where the matrix has no elements, or the watch stops.
std::optional<CostMap> costMapOf(const Footprints& counted, std::span<const Variant> forms,
                                 const Watch& watch = {});

} // namespace tscope::timing
