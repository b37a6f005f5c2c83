// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/diff.h"
#include "facts/related.h"
#include "facts/telling.h"

namespace tscope {

// A line of what `tscope diff` prints, and where in each of the two tensors its difference begins.
struct DifferenceLine {
    std::vector<Phrase> words;
    std::optional<Place> inA, inB; // nowhere: no difference, or none of a place
};

// First, of a view of the other tensor's values, that it is one. Then the four levels, each on a line, one of
// numbers, and one for each storage that members of both are views of.
std::vector<DifferenceLine> tellDifference(const Difference& difference, const Tensor& a, const Tensor& b);

// How rtol and atol are meant.
std::string toleranceText();

} // namespace tscope
