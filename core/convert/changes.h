// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proof/prove.h"

#include <string>
#include <vector>

namespace tscope {

// What of a tensor is not as it was before a conversion, counted in elements.
struct Changes {
    std::int64_t zerosLeftOut = 0;
    std::int64_t addedUp = 0;  // to others that stand in the same place
    std::int64_t filledIn = 0; // zeros that make entries whole
    std::string sorted;        // how the entries were sorted, see sortedText(); empty: they were in order

    std::vector<std::string> texts() const;
};

// "the entries were sorted by row and column": what a conversion to that layout does to entries in any order.
std::string sortedText(const Layout& layout, std::size_t dims);
// Whether the rules that hold say that the stored entries stand in the order of their layout, each place once.
bool isProvenInOrder(const Sound& sound);
// Whether they stand in that order, those of one place beside each other: looks at them where no rule says so.
bool isInOrder(const Sound& sound);
// Elements that are stored, those that fill up blocks among them.
std::int64_t storedElements(const Tensor& tensor);

} // namespace tscope
