// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/whereabouts.h"

#include <string>
#include <vector>

namespace tscope {

// Where somebody wants to go, as it was typed.
struct TypedPlace {
    Place place;
    std::vector<Slots> besides = {}; // more of the same, such as the other entries of a row
    std::string words = {};          // of a row, column or component: what is stored there
};

// What placeFrom() takes, and "row 1", "column 2" of a tensor of two dims, "component 3" of one of components or
// of more dims. A row is all that is stored for it; its first element where nothing is.
Result<TypedPlace> typedPlace(const Tensor& tensor, std::string_view text, const Watch& watch = {});

} // namespace tscope
