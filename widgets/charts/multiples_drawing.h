// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "charts/multiples.h"

namespace tscope::charts {

// Panels in rows, with one scale of times for all. Where they have no room the first are drawn, and it is said how
// many more there are. Items are the cells.
Drawing drawMultiples(const Multiples& multiples, const Look& look);
// That all panels need in this width.
double wholeHeightOf(const Multiples& multiples, double width, const QFont& font);
// All that is known of a cell, in lines of text.
QString textOf(const Multiples& multiples, const Multiples::Cell& cell);

} // namespace tscope::charts
