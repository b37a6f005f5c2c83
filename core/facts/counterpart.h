// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/related.h"

#include <optional>

namespace tscope {

// The place of another tensor that answers to one of this tensor, and what goes with it there.
struct Counterpart {
    Place place;
    Related related;
};

// The same bytes where the other reads them too. Else, of a tensor of the same size, the same element, and of one
// that is laid out alike the same slots. `related` is what goes with the place in its own tensor; limit and watch
// are those of related().
std::optional<Counterpart> counterpart(const Tensor& tensor, const Place& place, const Related& related,
                                       const Tensor& other, bool isSameSize, std::int64_t limit,
                                       const Watch& watch = {});

} // namespace tscope
