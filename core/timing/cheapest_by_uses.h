// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tscope::timing {

// Nanoseconds to use a form: once to convert the tensor (0: it is given so), and for each use.
struct UseCost {
    double conversion = 0, each = 0;

    double after(double uses) const { return conversion + uses * each; }
};

// From `uses` uses on `form` costs less than `before`. Both are indexes of the costs.
struct Cheaper {
    std::size_t form = 0, before = 0;
    double uses = 0;
};

// Where the form that costs the least is another one than for fewer uses, from one use on. The only place where
// that is decided: the sentences of the headline and the chart ask here.
std::vector<Cheaper> cheapestByUses(std::span<const UseCost> costs);

} // namespace tscope::timing
