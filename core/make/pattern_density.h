// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "make/pattern.h"

namespace tscope {

// The same kind of pattern with fewer or with more entries, the same every time. What is stopped is good for
// nothing.

// Each entry stays with the chance `share`, by its place alone: what a smaller share keeps, a greater one keeps
// too.
Pattern thinned(const Pattern& pattern, double share, const Watch& watch = {});

// Each row gets `times` as many entries, as far as it has room: where rows nearby have theirs, the nearest first,
// and then beside its own. So bands grow wide, blocks grow on, busy columns stay busy, long rows stay long.
// Precondition: `columns` are more than any in the pattern.
Pattern densified(const Pattern& pattern, std::int64_t columns, double times, const Watch& watch = {});

} // namespace tscope
