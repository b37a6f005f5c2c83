// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/break_even.h"
#include "charts/drawing.h"

namespace tscope::charts {

// What each form costs in all, by how often it is used, with the numbers at which others become the cheaper ones.
// Its items are the lines, then the marked crossings.
Drawing drawBreakEven(const BreakEven& breakEven, const Look& look);
// All that is known of a line, in lines of text.
QString textOf(const UseLine& line);
QString textOf(const BreakEven& breakEven, const Crossing& crossing);

} // namespace tscope::charts
