// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "anatomy/report.h"
#include "tensor/edit.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tscope::compressed {

// Indices and values whose numbers differ: the longer member is cut, or values get zeros. No entry says which of
// its indices or values is missing, but one missing index is narrowed to a slice by the order of the others.

bool hasUnequalCounts(const Reading& reading);

struct SliceRange {
    std::int64_t first = 0, last = 0; // both may be it
};
// The slices one of which lacks an index: where each slice keeps its order, or the fewest break it. Nothing unless
// exactly one index is missing and the pointers count it, or where any slice may lack it.
std::optional<SliceRange> slicesLackingIndex(const Reading& reading);

Result<EditList> planTruncateEntries(const Reading& reading, const Report& report);
std::string truncatedText(const Reading& reading, const Report& report); // empty: equal counts

// Zeros for the last indices, as far as these have no values. At most as many as there are values: what lacks more
// is no slip.
bool lacksSomeValues(const Reading& reading, const Report& report);
Result<EditList> planAppendValues(const Reading& reading, const Report& report);
std::string appendedText(const Reading& reading, const Report& report); // precondition: lacksSomeValues

} // namespace tscope::compressed
