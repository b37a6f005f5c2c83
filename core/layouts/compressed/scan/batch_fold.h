// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <cstdint>
#include <vector>

namespace tscope::compressed {

// The batch entries of a tensor when some batch dims repeat the same places (catalogue 1.10): each line is looked
// at once and stands for `repeats` batch entries.
struct BatchFold {
    Extents batch;            // all dims
    std::vector<bool> folded; // of those, as many

    std::int64_t repeats() const; // saturating
    // The first batch entries, in row-major order, that lie on one of these lines (ascending, not empty), at most
    // `limit`: index and line. For the right ones, the first `limit` lines suffice.
    struct Entry {
        Extents index;
        std::int64_t line = 0;
    };
    std::vector<Entry> expand(const std::vector<std::int64_t>& lines, std::int64_t limit) const;
};

} // namespace tscope::compressed
