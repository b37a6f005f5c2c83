// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/change_text.h"

#include <string>
#include <vector>

namespace tscope::compressed {

// Pointers that the order of entries tells to be wrong though none falls.
struct ToldPointers {
    std::vector<SlotChange> changes; // in rising order
    bool areLikely = false;          // likelier than slices that are not sorted
};

// In all batches. None where pointers fall or do not span the entries.
ToldPointers toldPointers(const Slices& slices);
// The same of a tensor whose order of entries is broken. None where an index is out of range, which breaks the
// order as well, and of a tensor too large to be read for it.
ToldPointers toldPointers(const Reading& reading, const Report& report);

// Whether a cause of pointers breaks rules of order alone.
bool isOfToldPointers(const Cause& cause);

// "crow_indices[43, 143]", "crow_indices[7..90]"; nothing where they are too many to be named.
std::string namesOf(const Tensor& tensor, const std::vector<SlotChange>& changes);

} // namespace tscope::compressed
