// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <optional>
#include <vector>

namespace tscope::timing {

// From how many uses on it pays to convert a tensor from the form in which it was given.
struct BreakEven {
    std::size_t row = 0, given = 0; // of the form, and of the one as given
    // Nothing: its operation is not faster, or may not be. `high` is nothing where it may be no faster.
    std::optional<double> uses, low, high;
};

// Of each row with a conversion whose tensor was measured as given too, with the same operation on the same
// device.
std::vector<BreakEven> breakEvensOf(const Session& session);
// "after 37 uses (30-52)", "never: it is not faster"
std::string text(const BreakEven& breakEven);

} // namespace tscope::timing
