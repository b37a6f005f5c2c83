// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/distribution.h"
#include "facts/related.h"

#include <optional>
#include <span>
#include <string>

namespace tscope {

// The values that a selection is about.
struct SelectedValues {
    std::string name; // "row 2", "component 0", "selected slots"
    Distribution values;
};

// Several slots of the values are meant themselves. Any other place stands for the row, the slice of the first dim
// or the component that its first element is in. Nothing where it stands for none, such as an element of a vector.
// Fails as distributionOf() does.
std::optional<Result<SelectedValues>> selectedValues(const Tensor& tensor, const Place& place,
                                                     std::span<const Slots> besides, const Watch& watch = {});

} // namespace tscope
